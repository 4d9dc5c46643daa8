//! The places of a target that show the fields of its source.

use wire::Pointer;

/// The places of a target that show a field, sorted by the places of the source.
pub(super) struct Edges<'a>(Vec<Edge<'a>>);

/// A field of the source and a place of the target that shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge<'a> {
    /// The place in the source.
    pub(super) from: &'a str,
    /// `true` if a note states the place, `false` if the mapping states it apart.
    pub(super) is_of_note: bool,
    /// `true` if the place as a whole shows each part of the field.
    pub(super) is_whole: bool,
    /// The place in the target; `None` if the target lacks the field.
    pub(super) to: Option<&'a str>,
}

/// The number of places up to which a field is compared place by place. The values around more places are compared as one.
const MAX_PLACES: usize = 8;

impl<'a> Edges<'a> {
    /// Sorts edges by the places of the source.
    pub(super) fn new(mut edges: Vec<Edge<'a>>) -> Self {
        edges.sort_unstable();
        Self(edges)
    }

    /// Returns the places of the target that show a field: those of the field and of its parts, or else its place below the
    /// target of the smallest value that contains it, or that target as a whole.
    pub(super) fn targets(&self, field: &str) -> Vec<Pointer> {
        let below = format!("{field}/");
        let first = self.0.partition_point(|edge| edge.from < below.as_str());
        let parts = self
            .0
            .iter()
            .skip(first)
            .take_while(|edge| edge.from.starts_with(&below));
        let own = self.at(field);
        let has_own = own.clone().next().is_some();
        let mut places: Vec<Pointer> = own
            .chain(parts)
            .filter_map(|edge| Pointer::parse(edge.to?).ok())
            .collect();
        if places.is_empty() && !has_own {
            let above = std::iter::successors(Some(field), |at| {
                at.rsplit_once('/').map(|(above, _)| above)
            });
            let around = above
                .map(|above| (above, self.at(above)))
                .find(|(_, edges)| edges.clone().next().is_some());
            let (above, edges) = around.map_or(("", None), |(above, edges)| (above, Some(edges)));
            let rest = field.strip_prefix(above).unwrap_or_default();
            let place = |edge: &Edge<'_>| {
                let rest = if edge.is_whole { "" } else { rest };
                Pointer::parse(&format!("{}{rest}", edge.to?)).ok()
            };
            places = edges.into_iter().flatten().filter_map(place).collect();
        }
        if places.len() <= MAX_PLACES {
            places
        } else {
            common_place(&places).into_iter().collect()
        }
    }

    /// Returns the edges of exactly this field. Those that the mapping states apart are more exact than those of notes.
    fn at<'s>(&'s self, field: &str) -> impl Iterator<Item = &'s Edge<'s>> + Clone {
        let first = self.0.partition_point(|edge| edge.from < field);
        let count = self
            .0
            .iter()
            .skip(first)
            .take_while(|edge| edge.from == field)
            .count();
        let edges = self.0.get(first..first + count).unwrap_or_default();
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
        let same = common
            .iter()
            .zip(place.segments())
            .take_while(|(one, other)| **one == *other)
            .count();
        common.truncate(same);
    }
    Some(
        common
            .iter()
            .fold(Pointer::root(), |at, segment| at.member(segment)),
    )
}
