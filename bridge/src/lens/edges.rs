//! The places of a target that show the fields of its source.

use wire::Pointer;

/// The places of a target that show the fields of its source, sorted by the places of the source.
pub(super) struct Edges<'a>(Vec<Edge<'a>>);

/// A field of the source and a place of the target that shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge<'a> {
    /// The place in the source.
    pub(super) from: &'a str,
    /// `true` if a note states the place, `false` if the mapping states it separately.
    pub(super) is_of_note: bool,
    /// `true` if the whole place shows each part of the field.
    pub(super) is_whole: bool,
    /// The place in the target; `None` if the target lacks the field.
    pub(super) to: Option<&'a str>,
}

impl Edge<'_> {
    /// Returns the place in the target of a part of the field. Returns `None` if the target lacks the field.
    fn place_below(&self, rest: &str) -> Option<Pointer> {
        let to = self.to?;
        if rest.is_empty() {
            Pointer::parse(to).ok()
        } else {
            Pointer::parse(&format!("{to}{rest}")).ok()
        }
    }
}

/// The number of places up to which a field is compared place by place. Beyond it, the smallest value that contains all
/// the places is compared.
const MAX_PLACES: usize = 8;

impl<'a> Edges<'a> {
    /// Sorts edges by the places of the source.
    pub(super) fn new(mut edges: Vec<Edge<'a>>) -> Self {
        edges.sort_unstable();
        Self(edges)
    }

    /// Returns the places of the target that show a field or its parts. If there are none, returns the place of the
    /// field below the target of the smallest value that contains the field, or that target as a whole.
    pub(super) fn targets(&self, field: &str) -> Vec<Pointer> {
        let mut places = Vec::new();
        let mut has_own = false;
        for edge in self.at(field) {
            has_own = true;
            places.extend(edge.place_below(""));
        }
        let below = format!("{field}/");
        let first = self.0.partition_point(|edge| edge.from < below.as_str());
        for edge in self.0.get(first..).unwrap_or_default() {
            if !edge.from.starts_with(&below) {
                break;
            }
            places.extend(edge.place_below(""));
        }
        if places.is_empty() && !has_own {
            places = self.places_of_container(field);
        }
        if places.len() <= MAX_PLACES {
            places
        } else {
            common_place(&places).into_iter().collect()
        }
    }

    /// Returns the places of a field below the targets of the smallest value that contains the field.
    fn places_of_container(&self, field: &str) -> Vec<Pointer> {
        let mut container = field;
        while self.at(container).next().is_none() {
            let Some((above, _)) = container.rsplit_once('/') else {
                return Vec::new();
            };
            container = above;
        }
        let rest = field.strip_prefix(container).unwrap_or_default();
        let mut places = Vec::new();
        for edge in self.at(container) {
            let rest = if edge.is_whole { "" } else { rest };
            places.extend(edge.place_below(rest));
        }
        places
    }

    /// Returns the edges of exactly this field. Edges that the mapping states separately are preferred, because they
    /// are more exact than notes.
    fn at<'s>(&'s self, field: &str) -> impl Iterator<Item = &'s Edge<'s>> {
        let first = self.0.partition_point(|edge| edge.from < field);
        let edges = self.0.get(first..).unwrap_or_default();
        let count = edges.partition_point(|edge| edge.from == field);
        let edges = edges.get(..count).unwrap_or_default();
        let is_stated_apart = edges.iter().any(|edge| !edge.is_of_note);
        edges
            .iter()
            .filter(move |edge| !(is_stated_apart && edge.is_of_note))
    }
}

/// Returns the smallest place that contains all of these places.
fn common_place(places: &[Pointer]) -> Option<Pointer> {
    let (first, others) = places.split_first()?;
    let mut common: Vec<_> = first.segments().collect();
    for place in others {
        let mut same = 0;
        for (one, other) in common.iter().zip(place.segments()) {
            if *one != other {
                break;
            }
            same += 1;
        }
        common.truncate(same);
    }
    let mut place = Pointer::root();
    for segment in common {
        place = place.member(&segment);
    }
    Some(place)
}
