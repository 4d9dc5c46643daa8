//! Records that a provider stores for requests.

use super::{
    aap_records::{Vector, vectors},
    again, folder, payload,
};
use aap::{Interaction, lenient, provider};

/// Returns the vectors with a readable stored file, each with the record in the file.
fn read_vectors() -> Vec<(Vector, lenient::RepairedValue<Interaction>)> {
    let folder = folder("aap");
    let read = |vector: Vector| {
        let record = lenient::decode::<Interaction>(vector.stored.as_deref()?).ok()?;
        Some((vector, record))
    };
    let recorded: Vec<_> = vectors(&folder).into_iter().filter_map(read).collect();
    assert_eq!(recorded.len(), 145);
    recorded
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn file_name_summary_and_bytes_match_the_provider() {
    let mut repaired = 0;
    let recorded = read_vectors();
    for (vector, stored) in &recorded {
        let name = &vector.name;
        let expected = &stored.value;
        // A byte order mark before a body belongs to its encoding, and is removed when the body is parsed.
        let request = payload(vector.request.trim_start_matches('\u{FEFF}'));
        let made = provider::record(expected.id.clone(), expected.timestamp.clone(), &request)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(Some(&made.file), vector.file.as_ref(), "{name}");
        assert_eq!(made.record.summary, expected.summary, "{name}");
        assert_eq!(Some(made.text()), vector.stored, "{name}");
        repaired += usize::from(!stored.repairs.is_empty());
        if stored.repairs.is_empty() {
            assert_eq!(
                Some(provider::stored_text(&made.record).unwrap()),
                vector.stored,
                "{name}"
            );
        }
    }
    assert!(
        repaired > 0,
        "some summary is cut inside a surrogate pair, some element is not a string"
    );
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn refusals_match_the_answers_of_the_provider() {
    let folder = folder("aap");
    let mut refused = 0;
    for vector in vectors(&folder)
        .into_iter()
        .filter(|vector| vector.stored.is_none())
    {
        let Ok(request) = wire::Payload::parse(&*vector.request) else {
            continue;
        };
        let name = &vector.name;
        let error = provider::record(
            "7d7b3c9a-0000-4000-8000-000000000000",
            "2026-05-18T15:30:00.000Z",
            &request,
        )
        .expect_err(name);
        let answer = error.answer().unwrap_or_else(|| panic!("{name}: {error}"));
        assert_eq!(
            again(&answer),
            payload(vector.response.as_deref().unwrap()),
            "{name}"
        );
        refused += 1;
    }
    assert!(refused > 0);
}
