//! The command `agent-ui worker`: translates the sessions of a NATS server, together with other workers.

#[cfg(feature = "nats")]
mod events;
#[cfg(feature = "nats")]
mod settings;
#[cfg(feature = "nats")]
mod signals;

use crate::{args::Worker, exit::Exit, report::Report};

#[cfg(not(feature = "nats"))]
pub(crate) fn run(_: &Worker, _: &mut Report) -> Result<(), Exit> {
    let message = "this program was built without the feature `nats`; in a source checkout, run \
             `cargo install --path bridge/cli --features nats` with Rust 1.89 or later";
    Err(Exit::Usage(message.to_owned()))
}

#[cfg(feature = "nats")]
pub(crate) fn run(arguments: &Worker, report: &mut Report) -> Result<(), Exit> {
    // Usage errors are reported before anything starts.
    let task = settings::read_task(arguments, report)?;
    let (events, receiver) = events::Events::channel(settings::log_level(arguments));
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let spawned = thread.spawn_scoped(scope, move || {
            let ended = block_on(perform(arguments, task, &events));
            events.send_end(ended);
        });
        spawned.map_err(Exit::Output)?;
        receiver.write_all(report)
    })
}

/// The stack size of the threads that translate, which equals that of the main thread.
#[cfg(feature = "nats")]
const STACK: usize = 8 << 20;

#[cfg(feature = "nats")]
fn block_on(task: impl Future<Output = Result<(), Exit>>) -> Result<(), Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .thread_stack_size(STACK)
        .enable_all()
        .build();
    let runtime = runtime.map_err(Exit::Output)?;
    let ended = runtime.block_on(task);
    // A translation that takes longer than the time limit for the end is left to the other workers.
    runtime.shutdown_background();
    ended
}

/// Connects to the server, and performs the task of the command line.
#[cfg(feature = "nats")]
async fn perform(
    arguments: &Worker,
    task: settings::Task,
    events: &events::Events,
) -> Result<(), Exit> {
    use agent_ui_nats::{connect, create_streams, drain, run_worker};
    use settings::{Task, server_error};

    let address = settings::parse_address(arguments)?;
    let client = connect(&address, arguments.credentials.as_deref(), events.sink())
        .await
        .map_err(|error| server_error(arguments, &error))?;
    match task {
        Task::Init(names, settings) => {
            let layout = create_streams(&client, &names, &settings)
                .await
                .map_err(|error| server_error(arguments, &error))?;
            let partitions = match layout.partitions {
                1 => "1 partition".to_owned(),
                partitions => format!("{partitions} partitions"),
            };
            events.say(format!(
                "the streams of `{names}` are ready: generation {}, {partitions}",
                layout.generation
            ));
        }
        Task::Drain(names) => {
            let workers = drain(&client, &names)
                .await
                .map_err(|error| server_error(arguments, &error))?;
            if workers.is_empty() {
                events.say(format!("no worker of `{names}` is running"));
            }
            for worker in workers {
                events.say(format!("asked to end: {worker}"));
            }
        }
        Task::Work(mut settings) => {
            settings.report = events.sink();
            let stop = async {
                signals::wait_for_interrupt().await;
                events.info("stopping, the worker finishes what it has begun");
            };
            run_worker(client, *settings, stop)
                .await
                .map_err(|error| server_error(arguments, &error))?;
        }
    }
    Ok(())
}
