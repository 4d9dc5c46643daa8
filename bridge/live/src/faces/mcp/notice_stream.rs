//! Streams of notifications over HTTP, and acknowledgements of subscriptions.

use super::{
    call::Filter,
    notifier::{Notice, Notifier},
    revision::SUBSCRIPTION_ID,
};
use crate::{gateway::Gateway, sse::EventSink};
use futures_util::future::{Either, select};
use std::{pin::pin, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, mpsc::Receiver};
use wire::{
    Payload,
    json_rpc::{JsonRpcNotification, JsonRpcVersion, RequestId},
};

/// Creates the first notification of a subscription. Also returns the `_meta` of all later ones.
pub(super) fn acknowledgement(id: &RequestId, filter: &Filter) -> (JsonRpcNotification, Payload) {
    let meta = Payload::object([(SUBSCRIPTION_ID, &id.to_payload())]);
    let params = Payload::object([("notifications", &filter.write()), ("_meta", &meta)]);
    let acknowledged = JsonRpcNotification::new(
        JsonRpcVersion::V2,
        "notifications/subscriptions/acknowledged",
    );
    (acknowledged.params(params), meta)
}

/// An HTTP stream of notifications.
pub(super) struct NoticeStream {
    pub(super) sink: EventSink,
    pub(super) notices: Receiver<Notice>,
    pub(super) meta: Option<Payload>,
    pub(super) notifier: Arc<Notifier>,
    pub(super) permit: OwnedSemaphorePermit,
}

impl NoticeStream {
    /// Sends notifications until the stream ends: the client disconnects, is too slow, or opens another stream, or the
    /// gateway stops.
    pub(super) async fn run(mut self, gateway: Gateway, first: Option<JsonRpcNotification>) {
        tokio::select! {
            () = self.send_all(first) => {}
            () = gateway.wait_until_stopped() => {}
        }
        drop(self.notices);
        self.notifier.close_if_gone();
        drop(self.permit);
    }

    /// Sends the first notification and all later notices.
    async fn send_all(&mut self, first: Option<JsonRpcNotification>) {
        if let Some(first) = first {
            if self.sink.send(&first.to_line()).await.is_err() {
                return;
            }
        }
        loop {
            let next = match select(pin!(self.notices.recv()), pin!(self.sink.closed())).await {
                Either::Left((next, _)) => next,
                Either::Right(_) => None,
            };
            let Some(notice) = next else { return };
            let text = notice.notification(self.meta.as_ref()).to_line();
            if self.sink.send(&text).await.is_err() {
                return;
            }
        }
    }
}
