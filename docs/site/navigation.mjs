// The groups of the navigation. Each entry is the path of a page in the repository, or a pattern in which `*` stands for one name. A page
// belongs to the first entry that names it, and entries without `*` come before patterns. `made` is an address that the build itself writes.
export const GROUPS = [
  { title: 'Start', entries: ['README.md', 'docs/glossary.md', 'docs/limits.md', 'docs/support.md'] },
  { title: 'Protocols', entries: ['docs/a2ui-versions.md', 'docs/protocols/*.md'] },
  {
    title: 'Commands',
    entries: ['docs/cli.md', 'docs/fidelity.md', 'docs/carries.md', 'docs/sessions.md', 'docs/repairs.md', 'docs/ci.md', 'docs/editor.md',
      'docs/conformance.md'],
  },
  {
    title: 'Serving',
    entries: ['docs/show-and-serve.md', 'docs/serve.md', 'docs/users.md', 'docs/serve-faults.md', 'docs/gateway-internals.md', 'docs/scale.md',
      'docs/worker.md', 'docs/worker-internals.md', 'bridge/quickstart/*/README.md'],
  },
  {
    title: 'Libraries',
    entries: ['docs/languages.md', 'docs/library.md', 'docs/streaming.md', 'docs/schemas.md', 'bridge/text/README.md', 'bridge/python/README.md',
      'bridge/npm/README.md', 'bridge/README.md', 'bridge/*/README.md', '*/README.md'],
  },
  { title: 'Reference', entries: ['docs/rules.md', { made: 'matrix.html' }, { made: 'schemas/index.html' }, 'docs/performance.md'] },
  {
    title: 'Project',
    entries: ['CHANGELOG.md', 'ARCHITECTURE.md', 'DESIGN.md', 'CONTRIBUTING.md', 'docs/testing.md', 'RELEASING.md', 'SECURITY.md',
      'GOVERNANCE.md', 'CODE_OF_CONDUCT.md', 'tests/reports/*.md'],
  },
];

/** Files of the repository that a page of another form shows: links to the file lead to that page. */
export const SHOWN_BY = { 'bridge/fidelity/matrix.md': 'matrix.html' };

/** The page whose rules have addresses of their own. */
export const PAGE_OF_RULES = 'docs/rules.md';
