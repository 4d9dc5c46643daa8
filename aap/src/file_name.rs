//! Names of record files.

use crate::InteractionId;
use std::{fmt, str::FromStr};
use wire::{
    Reader, Timestamp, Wire, Writer,
    decode::{ReadError, ReadResult},
};

/// The name of a record file: the time, with `-` for every `:` and `.`, then the id.
///
/// The name is 66 bytes long and identifies one time and one id, because only [canonical](Timestamp::is_canonical)
/// times and UUIDs are accepted. For these times, the order of names is the order of times, as the specification
/// states. Names with other forms of a time do not sort by time. Records of the same millisecond sort by id.
/// ```
/// use agent_ui_aap::InteractionFileName;
///
/// let name = InteractionFileName::new("2026-05-18T15:30:00.000Z", "a1b2c3d4-e5f6-7890-abcd-ef1234567890")?;
/// assert_eq!(name.to_string(), "2026-05-18T15-30-00-000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.json");
/// assert_eq!(name.to_string().parse(), Ok(name));
/// # Ok::<(), agent_ui_aap::FileNameError>(())
/// ```
///
/// Specification: [AAP 1.0, file storage](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/04-storage.md#file-storage).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InteractionFileName {
    timestamp: Timestamp,
    id: InteractionId,
}

/// The error for an invalid file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum FileNameError {
    /// The text does not consist of a time, `-`, an id and `.json`.
    #[error("the name of a record file consists of a time, `-`, an id and `.json`")]
    Form,
    /// The time is invalid, is not in UTC, or does not have exactly three fractional digits.
    #[error("the time in a file name must be UTC with three digits of a second")]
    Timestamp,
    /// The id is not a UUID.
    #[error("the id in a file name must be a UUID")]
    Id,
}

impl FileNameError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Form => "file-name-form",
            Self::Timestamp => "file-name-timestamp",
            Self::Id => "file-name-id",
        }
    }
}

/// Builds the file name that the published provider uses for any time and id: the time with `-` for every `:` and
/// `.`, then `-`, the id and `.json`. Nothing is checked, and different inputs can produce the same name.
///
/// ```
/// assert_eq!(agent_ui_aap::file_name::plain("2026-05-18T15:30:00Z", "7"), "2026-05-18T15-30-00Z-7.json");
/// ```
pub fn plain(timestamp: &str, id: &str) -> String {
    format!("{}-{id}.json", timestamp.replace([':', '.'], "-"))
}

impl InteractionFileName {
    /// Creates the name for a time and an id.
    ///
    /// # Errors
    /// Returns an error if the time is not canonical, or the id is not a UUID.
    pub fn new(
        timestamp: impl Into<Timestamp>,
        id: impl Into<InteractionId>,
    ) -> Result<Self, FileNameError> {
        let (timestamp, id) = (timestamp.into(), id.into());
        if !timestamp.is_canonical() {
            return Err(FileNameError::Timestamp);
        }
        if id.as_uuid().is_none() {
            return Err(FileNameError::Id);
        }
        Ok(Self { timestamp, id })
    }

    /// Returns the time.
    pub fn timestamp(&self) -> &Timestamp {
        &self.timestamp
    }

    /// Returns the id.
    pub fn id(&self) -> &InteractionId {
        &self.id
    }
}

impl fmt::Display for InteractionFileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(self.timestamp.as_str(), self.id.as_str()))
    }
}

/// The length of the time in a file name.
const TIME: usize = "0000-00-00T00-00-00-000Z".len();

impl FromStr for InteractionFileName {
    type Err = FileNameError;

    fn from_str(name: &str) -> Result<Self, FileNameError> {
        let (time, rest) = name.split_at_checked(TIME).ok_or(FileNameError::Form)?;
        let id = rest
            .strip_prefix('-')
            .and_then(|rest| rest.strip_suffix(".json"))
            .ok_or(FileNameError::Form)?;
        let time: String = time
            .char_indices()
            .map(time_character)
            .collect::<Option<_>>()
            .ok_or(FileNameError::Form)?;
        Self::new(time, id)
    }
}

/// Converts a character of a file name to the character of the time at its position; `None` if the position forbids
/// it.
fn time_character((at, c): (usize, char)) -> Option<char> {
    match (at, c) {
        (13 | 16, '-') => Some(':'),
        (19, '-') => Some('.'),
        (13 | 16 | 19, _) => None,
        (_, other) => Some(other),
    }
}

impl Wire for InteractionFileName {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let name = reader.string()?;
        name.parse()
            .map_err(|error: FileNameError| ReadError::value(format_args!("{name:?}"), error))
    }

    fn write(&self, writer: &mut Writer) {
        writer.string(&self.to_string());
    }
}

wire::hand_written! {
    InteractionFileName,
    schema: |_schemas| {
        wire::schema::json!({
            "type": "string",
            "pattern": "^\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z-[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\\.json$",
        })
    },
    generate: |_level| {
        use wire::proptest::prelude::*;
        let day = (0u16..10_000, 1u8..=12, 1u8..=28);
        let time = (0u8..24, 0u8..60, 0u8..60, 0u16..1000);
        let id = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}";
        (day, time, id)
            .prop_filter_map("a name", |((y, mo, d), (h, mi, s, ms), id)| {
                let time = format!("{y:04}-{mo:02}-{d:02}T{h:02}:{mi:02}:{s:02}.{ms:03}Z");
                InteractionFileName::new(time, id).ok()
            })
            .boxed()
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ID: &str = "a1b2c3d4-e5f6-7890-abcd-ef1234567890";

    /// Returns `true` if the provider's name of the first time sorts before that of the second.
    fn is_sorted_before(a: &str, b: &str) -> bool {
        plain(a, ID) < plain(b, ID)
    }

    /// Returns `true` if the first instant is earlier.
    fn is_before(a: &str, b: &str) -> bool {
        Timestamp::from(a).to_unix_millis().unwrap() < Timestamp::from(b).to_unix_millis().unwrap()
    }

    #[test]
    fn a_name_is_66_bytes_of_time_and_id() {
        let name = InteractionFileName::new("2026-05-18T15:30:00.000Z", ID)
            .unwrap()
            .to_string();
        assert_eq!(
            name,
            "2026-05-18T15-30-00-000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.json"
        );
        assert_eq!(name.len(), 66);
    }

    #[test]
    fn invalid_file_names_are_rejected() {
        use FileNameError::{Form, Id, Timestamp};
        for (name, error) in [
            ("", Form),
            ("2026-05-18T15-30-00-000Z.json", Form),
            (
                "2026-05-18T15:30:00.000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.json",
                Form,
            ),
            (
                "2026-05-18T15-30-00-000Z_a1b2c3d4-e5f6-7890-abcd-ef1234567890.json",
                Form,
            ),
            (
                "2026-05-18T15-30-00-000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.JSON",
                Form,
            ),
            (
                "2026-05-18T15-30-00-000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890",
                Form,
            ),
            (
                "2026-05-18T15-30-00Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.json",
                Form,
            ),
            (
                "2026-02-30T15-30-00-000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.json",
                Timestamp,
            ),
            (
                "2026-05-18T24-30-00-000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.json",
                Timestamp,
            ),
            (
                "2026-05-18T15-30-60-000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.json",
                Timestamp,
            ),
            (
                "2026-05-18T15-30-00-000Z-a1b2c3d4e5f67890abcdef1234567890.json",
                Id,
            ),
            ("2026-05-18T15-30-00-000Z-.json", Id),
            (
                "2026-05-18T15-30-00-000é-a1b2c3d4-e5f6-7890-abcd-ef123456789.json",
                Form,
            ),
        ] {
            assert_eq!(name.parse::<InteractionFileName>(), Err(error), "{name}");
        }
        assert_eq!(
            InteractionFileName::new("2026-05-18T15:30:00Z", ID),
            Err(Timestamp)
        );
        assert_eq!(
            InteractionFileName::new("2026-05-18T15:30:00.000Z", "7"),
            Err(Id)
        );
    }

    #[test]
    fn a_file_name_preserves_the_case_of_the_id() {
        let upper =
            InteractionFileName::new("2026-05-18T15:30:00.000Z", ID.to_uppercase()).unwrap();
        assert_eq!(upper.to_string().parse(), Ok(upper.clone()));
        assert_ne!(
            upper,
            InteractionFileName::new("2026-05-18T15:30:00.000Z", ID).unwrap()
        );
    }

    #[test]
    fn an_earlier_time_without_a_fraction_sorts_later() {
        assert!(is_before(
            "2026-05-18T15:30:00Z",
            "2026-05-18T15:30:00.124Z"
        ));
        assert!(!is_sorted_before(
            "2026-05-18T15:30:00Z",
            "2026-05-18T15:30:00.124Z"
        ));
    }

    #[test]
    fn an_earlier_time_with_fewer_fractional_digits_sorts_later() {
        assert!(is_before(
            "2026-05-18T15:30:00.12Z",
            "2026-05-18T15:30:00.123Z"
        ));
        assert!(!is_sorted_before(
            "2026-05-18T15:30:00.12Z",
            "2026-05-18T15:30:00.123Z"
        ));
    }

    #[test]
    fn times_with_an_offset_do_not_sort_by_instant() {
        assert!(is_before(
            "2026-05-18T17:29:59.000+02:00",
            "2026-05-18T15:30:01.000Z"
        ));
        assert!(!is_sorted_before(
            "2026-05-18T17:29:59.000+02:00",
            "2026-05-18T15:30:01.000Z"
        ));
        assert!(!is_before(
            "2026-05-18T10:30:00-05:00",
            "2026-05-18T15:30:00.000Z"
        ));
        assert!(is_sorted_before(
            "2026-05-18T10:30:00-05:00",
            "2026-05-18T15:30:00.000Z"
        ));
    }

    #[test]
    fn years_of_more_than_four_digits_sort_before_all_others() {
        assert!(is_sorted_before(
            "+010000-01-01T00:00:00.000Z",
            "0000-01-01T00:00:00.000Z"
        ));
        assert!(is_sorted_before(
            "+010000-01-01T00:00:00.000Z",
            "-000001-01-01T00:00:00.000Z"
        ));
        assert_eq!(
            InteractionFileName::new("+010000-01-01T00:00:00.000Z", ID),
            Err(FileNameError::Timestamp)
        );
    }

    #[test]
    fn two_records_of_one_millisecond_sort_by_their_ids() {
        let name = |id: &str| {
            InteractionFileName::new("2026-05-18T15:30:00.000Z", id)
                .unwrap()
                .to_string()
        };
        assert!(
            name("00000000-0000-4000-8000-000000000002")
                > name("00000000-0000-4000-8000-000000000001")
        );
    }

    #[test]
    fn a_leap_second_sorts_between_its_neighbours() {
        assert!(is_sorted_before(
            "2016-12-31T23:59:59.999Z",
            "2016-12-31T23:59:60.000Z"
        ));
        assert!(is_sorted_before(
            "2016-12-31T23:59:60.999Z",
            "2017-01-01T00:00:00.000Z"
        ));
    }

    proptest! {
        #[test]
        fn a_file_name_is_rebuilt_from_its_parts(name: InteractionFileName) {
            let text = name.to_string();
            prop_assert_eq!(text.len(), 66);
            prop_assert_eq!(text.parse::<InteractionFileName>(), Ok(name.clone()));
            prop_assert_eq!(&plain(name.timestamp().as_str(), name.id().as_str()), &text);
        }

        #[test]
        fn names_of_canonical_times_sort_by_time(a: InteractionFileName, b: InteractionFileName) {
            if is_before(a.timestamp().as_str(), b.timestamp().as_str()) {
                prop_assert!(a.to_string() < b.to_string());
                prop_assert!(a < b);
            }
        }

        #[test]
        fn parsed_names_are_written_back(text in "[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9][-:][0-5][0-9]-[0-6][0-9][-.][0-9]{3}Z-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\.json") {
            if let Ok(name) = text.parse::<InteractionFileName>() {
                prop_assert_eq!(name.to_string(), text);
            }
        }
    }
}
