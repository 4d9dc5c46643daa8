//! The process around [`agent_ui_cli`].

fn main() -> std::process::ExitCode {
    agent_ui_cli::main()
}
