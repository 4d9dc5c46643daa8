//! The limits of this crate that users may meet. Their section of `docs/limits.md` is written from this table:
//!
//! ```sh
//! WRITE_PAGE=1 cargo test --workspace --test it limits::
//! ```

use std::time::Duration;

wire::limits! {
    "Workers with NATS" {
        /// The name is part of subjects and keys, and NATS recommends short ones. Workers refuse the messages of longer names, with the
        /// rule `worker/session-name`.
        pub SESSION_TOKEN_BYTES: usize = 512, Bytes, "The name of a session in a subject", "The input is refused";
        /// A longer one, in Base64, might exceed the control line of the server, which then closes the connection.
        pub(crate) OBJECT_NAME_BYTES: usize = 2048, Bytes, "The name of an object with the body of an input", "The input is refused";
        pub(crate) OBJECT_BYTES: usize = 128 << 20, Bytes, "The objects that a worker reads at the same time", "Further ones wait";
        pub(crate) FINDING_BYTES: usize = 8 << 10, Bytes, "The findings in the header of a dead letter", "Further ones are omitted";
        /// Each session is translated on one thread, so a slow one leaves the other threads to the other sessions.
        pub(crate) TRANSLATION_THREADS: usize = 4, Count, "Threads of a worker that translate", "Further inputs wait";
        pub(crate) CACHED_SESSIONS: usize = 256 << 20, Bytes, "The sessions that a worker keeps in memory", "The oldest one is read from the server again";
        pub(crate) SERVER_WAIT: Duration = Duration::from_secs(5), Time, "The answer of the server to a request", "The request is repeated";
        pub(crate) WORKER_SILENCE: Duration = Duration::from_secs(4), Time, "A worker that is not heard", "Others take its partitions";
        pub(crate) SHUTDOWN: Duration = Duration::from_secs(30), Time, "The work of a worker that ends", "Other workers repeat it";
    }
}
