//! `.ci/publish`, with programs in the place of the registries.
//!
//! Each program on the path appends its arguments to a log. `curl`, `npm view`, `docker buildx imagetools inspect` and `gh release
//! view` answer from a file.

use super::root;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// A copy of the script in a folder with the files of a release and with programs that publish nothing.
struct Sandbox {
    folder: PathBuf,
}

impl Sandbox {
    /// Creates the files of version 0.1.0. No registry has any of them.
    fn create(test: &str) -> Self {
        let name = format!("publish-{test}-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let sandbox = Self { folder };
        sandbox.write("log", "");
        sandbox.write("published", "");
        sandbox.write(
            "CHANGELOG.md",
            "## [Unreleased]\n\n## [0.1.0] - 2026-01-31\n\n- The first one.\n\n## [0.0.9]\n\n- Old.\n",
        );
        for file in [
            "npm/agent-ui-bridge-0.1.0.tgz",
            "image/agent-ui-0.1.0-amd64.oci.tar",
            "image/agent-ui-0.1.0-arm64.oci.tar",
            "site/agent-ui-site-0.1.0.tar.gz",
            "SHA256SUMS",
        ] {
            sandbox.write(&format!("dist/{file}"), "");
        }
        fs::create_dir_all(sandbox.folder.join("bridge/live")).unwrap();
        let script = fs::read_to_string(root().join(".ci/publish")).unwrap();
        sandbox.write_program(".ci/publish", &script);
        sandbox.pack_crates();
        let log = r#"echo "$(basename "$0") $*" >>"$LOG""#;
        let answers = [
            (
                "cargo",
                format!("{log}\n[ ! -e \"$LOG.fails\" ] || exit 101"),
            ),
            // The last argument is an address whose last part is the name of a crate.
            (
                "curl",
                "for last; do :; done; grep \"^${last##*/} \" \"$PUBLISHED\" >/dev/null || exit 22; echo '{\"vers\":\"0.1.0\"}'".to_owned(),
            ),
            (
                "npm",
                format!("if [ \"$1\" = view ]; then grep -q '^npm ' \"$PUBLISHED\" && echo 0.1.0; exit; fi\n{log}"),
            ),
            ("skopeo", log.to_owned()),
            (
                "docker",
                format!("if [ \"$3\" = inspect ]; then grep -q '^image ' \"$PUBLISHED\"; exit; fi\n{log}"),
            ),
            (
                "gh",
                format!("if [ \"$2\" = view ]; then grep -q '^github ' \"$PUBLISHED\"; exit; fi\n{log}"),
            ),
        ];
        for (name, script) in answers {
            sandbox.write_program(
                &format!("programs/{name}"),
                &format!("#!/usr/bin/env bash\n{script}\n"),
            );
        }
        sandbox
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn write_program(&self, path: &str, text: &str) {
        self.write(path, text);
        let permissions = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.folder.join(path), permissions).unwrap();
    }

    /// Packs three crates. That of the servers contains the page.
    fn pack_crates(&self) {
        for name in ["agent-ui-wire", "agent-ui-live", "agent-ui-cli"] {
            let package = format!("{name}-0.1.0");
            self.write(&format!("packed/{package}/page/dist/page.js"), "built");
            let file = self.folder.join(format!("dist/crates/{package}.crate"));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            let mut tar = Command::new("tar");
            tar.arg("-czf").arg(file).arg("-C");
            tar.arg(self.folder.join("packed")).arg(package);
            assert!(tar.status().unwrap().success());
        }
    }

    fn publish(&self, arguments: &[&str]) -> Output {
        let path = std::env::var("PATH").unwrap();
        Command::new(self.folder.join(".ci/publish"))
            .args(arguments)
            .env(
                "PATH",
                format!("{}:{path}", self.folder.join("programs").display()),
            )
            .env("LOG", self.folder.join("log"))
            .env("PUBLISHED", self.folder.join("published"))
            .env("IMAGE", "ghcr.io/example/agent-ui")
            .env_remove("GITHUB_ACTIONS")
            .env_remove("GITHUB_OUTPUT")
            .output()
            .unwrap()
    }

    /// Publishes a part of version 0.1.0, which must succeed, and returns the commands that it ran.
    fn commands(&self, part: &str) -> Vec<String> {
        self.write("log", "");
        let output = self.publish(&[part, "0.1.0"]);
        assert!(output.status.success(), "{part}: {output:?}");
        let log = fs::read_to_string(self.folder.join("log")).unwrap();
        log.lines().map(str::to_owned).collect()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn publishing_skips_the_crates_that_are_published() {
    let sandbox = Sandbox::create("crates");
    sandbox.write("published", "agent-ui-wire 0.1.0\n");
    assert_eq!(
        sandbox.commands("crates"),
        ["cargo publish --locked --no-verify --package agent-ui-cli --package agent-ui-live"]
    );
    let page = sandbox.folder.join("bridge/live/page/dist/page.js");
    assert_eq!(fs::read_to_string(page).unwrap(), "built");
    sandbox.write(
        "published",
        "agent-ui-wire 0.1.0\nagent-ui-live 0.1.0\nagent-ui-cli 0.1.0\n",
    );
    assert_eq!(sandbox.commands("crates"), [""; 0]);
}

#[test]
fn a_failed_publication_of_crates_fails_the_script() {
    let sandbox = Sandbox::create("failure");
    sandbox.write("log.fails", "");
    let output = sandbox.publish(&["crates", "0.1.0"]);
    assert_eq!(output.status.code(), Some(101), "{output:?}");
}

#[test]
fn publishing_repeats_only_the_missing_parts() {
    let sandbox = Sandbox::create("repeat");
    assert_eq!(
        sandbox.commands("npm"),
        ["npm publish --access public ./dist/npm/agent-ui-bridge-0.1.0.tgz"]
    );
    let image = "ghcr.io/example/agent-ui";
    let archive = |processor: &str| {
        format!(
            "skopeo copy --preserve-digests oci-archive:dist/image/agent-ui-0.1.0-{processor}.oci.tar docker://{image}:0.1.0-{processor}"
        )
    };
    let latest = format!("docker buildx imagetools create --tag {image}:latest {image}:0.1.0");
    assert_eq!(
        sandbox.commands("image"),
        [
            archive("amd64"),
            archive("arm64"),
            format!(
                "docker buildx imagetools create --tag {image}:0.1.0 {image}:0.1.0-amd64 {image}:0.1.0-arm64"
            ),
            latest.clone()
        ]
    );
    let github = sandbox.commands("github").join("\n");
    assert!(
        github.starts_with("gh release create v0.1.0 --verify-tag --notes \n- The first one.")
            && github.contains("dist/SHA256SUMS")
            && !github.contains("Old"),
        "{github}"
    );
    sandbox.write("published", "npm 0.1.0\nimage 0.1.0\ngithub 0.1.0\n");
    assert_eq!(sandbox.commands("npm"), [""; 0]);
    assert_eq!(sandbox.commands("image"), [latest]);
    let github = sandbox.commands("github").join("\n");
    assert!(
        github.starts_with("gh release upload v0.1.0 --clobber dist/"),
        "{github}"
    );
}

#[test]
fn a_dry_run_of_publishing_changes_nothing() {
    let sandbox = Sandbox::create("dry-run");
    for part in ["crates", "npm", "image", "github"] {
        let output = sandbox.publish(&["--dry-run", part, "0.1.0"]);
        assert!(output.status.success(), "{part}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("would run: "), "{part}: {text}");
    }
    let log = fs::read_to_string(sandbox.folder.join("log")).unwrap();
    assert_eq!(log, "");
}

#[test]
fn publishing_refuses_files_of_another_version() {
    let sandbox = Sandbox::create("version");
    for part in ["crates", "npm", "image", "github"] {
        let output = sandbox.publish(&[part, "0.2.0"]);
        assert_eq!(output.status.code(), Some(1), "{part}: {output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("0.2.0"), "{part}: {text}");
    }
}
