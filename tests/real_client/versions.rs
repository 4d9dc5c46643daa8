//! Compares the version that a client and our host negotiate with the answer of the published crate to the same offer.

use ahp::canvas::host::{ConnectionId, Host, HostOutput};
use ahp_types::{SUPPORTED_PROTOCOL_VERSIONS, negotiate_protocol_version};
use serde_json::{Value, json};

/// Versions of both baselines, versions next to them, and texts that resemble versions.
const OFFERS: [&str; 30] = [
    "1.0.0",
    "1.0.1",
    "1.1.0",
    "1.9.0",
    "1.10.0",
    "1.10.9",
    "2.0.0",
    "0.9.0",
    "0.9.1",
    "0.9.10",
    "0.10.0",
    "0.8.99",
    "0.0.1",
    "0.1.0",
    "18446744073709551615.0.0",
    "1.18446744073709551615.0",
    "1.18446744073709551616.0",
    "1.0",
    "1",
    "",
    "1.0.0.0",
    "01.0.0",
    "1.00.0",
    "1.0.0-rc.1",
    "1.0.0+build",
    "v1.0.0",
    " 1.0.0",
    "1.0.0\n",
    "1..0",
    "-1.0.0",
];

/// Returns the version that our host selects, or the code of its error.
fn negotiate(offered: &[String]) -> Result<String, i64> {
    let mut host = Host::new(SUPPORTED_PROTOCOL_VERSIONS.iter().copied());
    let params =
        json!({"channel": "ahp-root://", "protocolVersions": offered, "clientId": "kiosk"});
    let frame = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    let out = host.receive_text(ConnectionId(1), &frame.to_string());
    let answer = out.iter().find_map(|output| match output {
        HostOutput::Send { message, .. } => Some(wire::encode(&**message).unwrap()),
        _ => None,
    });
    let answer: Value = serde_json::from_str(&answer.unwrap()).unwrap();
    match answer["result"]["protocolVersion"].as_str() {
        Some(version) => Ok(version.to_owned()),
        None => Err(answer["error"]["code"].as_i64().unwrap()),
    }
}

#[test]
fn the_host_answers_version_offers_like_the_published_crate() {
    let one = OFFERS.iter().map(|offer| vec![(*offer).to_owned()]);
    let two = OFFERS
        .iter()
        .flat_map(|one| OFFERS.map(|two| vec![(*one).to_owned(), two.to_owned()]));
    let mut agreed = 0;
    for offered in std::iter::once(Vec::new()).chain(one).chain(two) {
        let expected = match negotiate_protocol_version(&offered) {
            Ok(Some(version)) => Ok(version.to_owned()),
            Ok(None) => Err(-32005),
            Err(_) => Err(-32602),
        };
        agreed += usize::from(expected.is_ok());
        assert_eq!(negotiate(&offered), expected, "{offered:?}");
    }
    assert!(agreed > 100, "only {agreed} offers are good");
}
