//! The conversations that a bot follows.

use super::{
    ChatPlatform, ClickAnswer, ConversationInput, conversation::ChatConversation,
    posted_messages::PostedMessages, surface_keys::UnknownKey,
};
use crate::{faces::bounded_map::BoundedMap, gateway::Gateway};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::mpsc::{self, Receiver, Sender, error::TrySendError};
use wire::{Finding, Pointer};

/// The maximum number of conversations that are followed.
const CONVERSATIONS: usize = crate::limits::BOT_CONVERSATIONS;
/// The maximum number of inputs that wait for a conversation.
const INPUTS: usize = crate::limits::BOT_INPUTS;
/// The number of requests that are remembered.
const REPEATED: usize = crate::limits::BOT_REPEATED;
/// The number of unknown types that are remembered, so that each is reported once.
const UNKNOWN: usize = 256;
/// The rule of reports about requests of a platform.
const REQUEST_RULE: &str = "serve/bot-request";
/// The longest part of an unknown type in a report, in characters.
const SHOWN: usize = 60;

type InputSender<P> = Sender<(<P as ChatPlatform>::Place, ConversationInput<P>)>;
type InputReceiver<P> = Receiver<(<P as ChatPlatform>::Place, ConversationInput<P>)>;

/// A conversation that is followed.
struct Followed<P: ChatPlatform> {
    inputs: InputSender<P>,
    /// The number of the last use.
    used: u64,
}

/// The open conversations, and the number of their uses.
struct OpenConversations<P: ChatPlatform> {
    by_session: BTreeMap<String, Followed<P>>,
    uses: u64,
}

/// All conversations of a bot.
pub(in crate::faces) struct Conversations<P: ChatPlatform> {
    platform: Arc<P>,
    gateway: Gateway,
    open: Mutex<OpenConversations<P>>,
    remembered: PostedMessages,
    /// The keys of the requests that were processed.
    processed: Mutex<BoundedMap<()>>,
    /// The unknown types that were reported.
    unknown: Mutex<BoundedMap<()>>,
}

impl<P: ChatPlatform> Conversations<P> {
    pub(in crate::faces) fn new(platform: Arc<P>, gateway: Gateway) -> Self {
        let open = OpenConversations {
            by_session: BTreeMap::new(),
            uses: 0,
        };
        Self {
            platform,
            gateway,
            open: Mutex::new(open),
            remembered: PostedMessages::new(),
            processed: Mutex::new(BoundedMap::new(REPEATED)),
            unknown: Mutex::new(BoundedMap::new(UNKNOWN)),
        }
    }

    /// Returns `true` for the first request with this key, and `false` for its repetitions.
    pub(in crate::faces) fn is_first(&self, key: &str) -> bool {
        is_first(&self.processed, key)
    }

    /// Reports a type of requests that the face does not know. Each type is reported once.
    pub(in crate::faces) fn report_unknown(&self, what: &str, name: &str) {
        let name: String = name.chars().take(SHOWN).collect();
        if is_first(&self.unknown, &format!("{what} {name}")) {
            let message = format!("the {what} `{name}` is ignored");
            self.report(Finding::info(REQUEST_RULE, Pointer::root(), message));
        }
    }

    /// Reports a request that is refused because of its signature or token. Each reason is reported once.
    pub(in crate::faces) fn report_refused(&self, reason: &str) {
        if is_first(&self.unknown, reason) {
            let message = format!("a request was refused: {reason}");
            self.report(Finding::warning(REQUEST_RULE, Pointer::root(), message));
        }
    }

    /// Reports a click whose key belongs to no surface of its conversation.
    pub(in crate::faces) fn report_unknown_key(&self) {
        self.report(Finding::warning(REQUEST_RULE, Pointer::root(), UnknownKey));
    }

    /// Reports a problem of the face that concerns no session.
    pub(in crate::faces) fn report(&self, finding: Finding) {
        self.gateway.report_face(P::FACE, finding);
    }

    /// Passes an input to the conversation of a session, which is opened if necessary.
    ///
    /// # Errors
    /// Returns the reason for the user if too many inputs wait.
    pub(in crate::faces) fn pass(
        &self,
        session: &str,
        place: P::Place,
        input: ConversationInput<P>,
    ) -> Result<(), &'static str> {
        let mut open = self.lock();
        open.uses += 1;
        let used = open.uses;
        let mut input = (place, input);
        if let Some(followed) = open.by_session.get_mut(session) {
            followed.used = used;
            match followed.inputs.try_send(input) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(_)) => {
                    return Err("Too many messages wait in this conversation. Please try again.");
                }
                // The conversation has ended, and is opened again.
                Err(TrySendError::Closed(unsent)) => input = unsent,
            }
        }
        if open.by_session.len() >= CONVERSATIONS {
            let oldest = open.by_session.iter().min_by_key(|(_, known)| known.used);
            if let Some(oldest) = oldest.map(|(name, _)| name.clone()) {
                // Its task ends when its messages are posted.
                open.by_session.remove(&oldest);
            }
        }
        let (inputs, receiver) = mpsc::channel(INPUTS);
        let place = input.0.clone();
        // A new channel has room.
        let _ = inputs.try_send(input);
        open.by_session
            .insert(session.to_owned(), Followed { inputs, used });
        self.follow(session, place, receiver);
        Ok(())
    }

    /// Starts the task of a conversation.
    fn follow(&self, session: &str, place: P::Place, mut inputs: InputReceiver<P>) {
        let (platform, gateway) = (Arc::clone(&self.platform), self.gateway.clone());
        let (session, remembered) = (session.to_owned(), self.remembered.clone());
        tokio::spawn(async move {
            let shown = Arc::clone(&platform);
            let opened =
                ChatConversation::open(platform, gateway, &session, place, remembered).await;
            match opened {
                Ok(conversation) => conversation.run(inputs).await,
                Err(error) => {
                    inputs.close();
                    while let Some((place, input)) = inputs.recv().await {
                        refuse(&*shown, &place, input, &error.to_string()).await;
                    }
                }
            }
        });
    }

    fn lock(&self) -> MutexGuard<'_, OpenConversations<P>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Informs the user that an input was not delivered.
async fn refuse<P: ChatPlatform>(
    platform: &P,
    place: &P::Place,
    input: ConversationInput<P>,
    reason: &str,
) {
    match input {
        ConversationInput::Text { .. } => {
            let text = format!("Your message was not delivered: {reason}.");
            // The platform may be unreachable, too.
            let _ = platform
                .post(place, None, &platform.render_text(&text))
                .await;
        }
        ConversationInput::Click(click) => {
            let _ = click.answer.send(ClickAnswer::Refused(reason.to_owned()));
        }
    }
}

fn is_first(known: &Mutex<BoundedMap<()>>, key: &str) -> bool {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if known.get(key).is_some() {
        return false;
    }
    known.insert(key.to_owned(), ());
    true
}
