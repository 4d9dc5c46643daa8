use super::{
    card_surface::{CardSurface, card_surface_in},
    *,
};
use crate::{Dialect, PartNote, Refusal, Verdict, surface_writer::SurfaceTarget};
use a2ui::{
    Message, Version,
    expression::Host,
    resolved::{DeclaredAction, NodeKey, ResolvedSurface, SubmittedValue},
    surface::{ClientAction, SurfaceOptions, Surfaces},
};
use adaptive_cards::AdaptiveCard;
use std::collections::BTreeMap;
use wire::{Payload, Pointer};

/// Every dialect that has surfaces for cards.
const DIALECTS: [Dialect; 7] = [
    Dialect::A2ui0_9,
    Dialect::A2ui0_9_1,
    Dialect::A2ui0_10,
    Dialect::A2ui1_0June,
    Dialect::A2ui1_0Aug,
    Dialect::A2ui1_0Sep,
    Dialect::A2ui1_0,
];

fn surface_in(card: &str, dialect: Dialect) -> Result<CardSurface, Refusal> {
    let card: AdaptiveCard = wire::decode(card).unwrap();
    card_surface_in(&card, "card", SurfaceTarget::of(dialect).unwrap())
}

fn apply(messages: &[Message], dialect: Dialect) -> Surfaces {
    let notation = match dialect {
        Dialect::A2ui1_0Sep => Some(a2ui::Notation::AtValues),
        Dialect::A2ui1_0 => Some(a2ui::Notation::At),
        _ => Some(a2ui::Notation::Plain),
    };
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().notation(notation));
    for message in messages {
        surfaces.apply(message).unwrap();
    }
    surfaces
}

/// Returns the problems of a surface: values that cannot be resolved, and findings of the catalog.
fn problems(messages: &[Message], dialect: Dialect) -> Vec<String> {
    let surfaces = apply(messages, dialect);
    let surface = surfaces.iter().next().unwrap();
    let resolved = surface.resolve(&Host::new()).unwrap();
    let mut problems: Vec<String> = resolved.failures.iter().map(|f| format!("{f:?}")).collect();
    #[cfg(feature = "catalog")]
    {
        use a2ui::catalog::{Catalogs, SurfaceCatalog, basic};
        let catalog = basic(surface.version(), surface.notation());
        let id = surface.catalog_id().unwrap().clone();
        let catalogs = Catalogs::new(surface.version(), surface.notation())
            .with(&catalog)
            .on_surface(SurfaceCatalog::Named(id));
        for message in messages {
            for finding in catalogs.check_message(message) {
                problems.push(format!("{finding:?}"));
            }
            assert!(catalogs.unchecked_components(message).is_empty());
        }
    }
    problems
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_real_card_becomes_a_surface() {
    let folder = std::env::var("AGENT_UI_CORPUS").unwrap() + "/neighbours/adaptive-cards";
    let mut count = 0;
    let mut bad = 0;
    let mut remarks: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let Ok(card) = wire::decode::<AdaptiveCard>(text.trim_start_matches('\u{feff}')) else {
            println!("NOT A CARD {}", path.display());
            continue;
        };
        count += 1;
        for dialect in DIALECTS {
            match card_surface_in(&card, "card", SurfaceTarget::of(dialect).unwrap()) {
                Ok(surface) => {
                    if dialect == Dialect::A2ui0_9 {
                        for note in &surface.notes {
                            *remarks.entry(note.remark).or_default() += 1;
                        }
                    }
                    let problems = problems(&surface.messages, dialect);
                    if !problems.is_empty() {
                        bad += 1;
                        println!(
                            "{} {dialect}: {}",
                            path.file_name().unwrap().display(),
                            &problems[0][..problems[0].len().min(600)]
                        );
                    }
                }
                Err(refusal) => {
                    bad += 1;
                    println!(
                        "{} {dialect}: {refusal}",
                        path.file_name().unwrap().display()
                    );
                }
            }
        }
    }
    println!("{count} cards, {bad} bad\n{remarks:#?}");
}
