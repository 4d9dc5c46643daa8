//! The cost of updates, measured in visited nodes instead of time.

use super::*;

/// Builds a surface with a root, `wide` columns in it and `wide` texts in each column.
fn large(wide: usize) -> Surfaces {
    let names = |prefix: &str| {
        (0..wide)
            .map(|i| format!("\"{prefix}{i}\""))
            .collect::<Vec<_>>()
            .join(",")
    };
    let mut components = vec![format!(
        r#"{{"id":"root","component":"Column","children":[{}]}}"#,
        names("c")
    )];
    for c in 0..wide {
        components.push(column(c, &names(&format!("c{c}-"))));
        components.extend((0..wide).map(|t| format!(r#"{{"id":"c{c}-{t}","component":"Text"}}"#)));
    }
    apply(&[CREATE, &update(&components.join(","))])
}

fn column(c: usize, names: &str) -> String {
    format!(r#"{{"id":"c{c}","component":"Column","children":[{names}]}}"#)
}

fn steps(surfaces: &Surfaces) -> usize {
    surfaces.get("s").unwrap().components.hierarchy.steps
}

/// Returns the number of nodes that an update visits, even if it is refused.
fn cost(surfaces: &mut Surfaces, components: &str) -> usize {
    let before = steps(surfaces);
    let _ = surfaces.apply(&message(&update(components)));
    steps(surfaces) - before
}

#[test]
fn an_update_of_one_component_costs_the_same_on_a_surface_of_any_size() {
    let costs = |wide: usize| {
        let mut surfaces = large(wide);
        [
            r#"{"id":"c1-1","component":"Text","text":"new"}"#,
            // A component that grows and shrinks again.
            r#"{"id":"c1-1","component":"Card","child":"c1-1-new"}"#,
            r#"{"id":"c1-1-new","component":"Card","child":"deeper"}"#,
            r#"{"id":"c1-1","component":"Text"}"#,
            // A component without a parent, and one with children.
            r#"{"id":"more","component":"Text"}"#,
            r#"{"id":"above","component":"Card","child":"root"}"#,
            // Two updates that are refused.
            r#"{"id":"c1-2","component":"Card","child":"root"}"#,
            r#"{"id":"c1-2","component":"Card","child":"c1-2"}"#,
        ]
        .map(|component| cost(&mut surfaces, component))
    };
    let (small, large) = (costs(5), costs(100));
    assert_eq!(small, large);
    assert!(small.iter().all(|cost| *cost <= 16), "{small:?}");
}

#[test]
fn the_cost_of_a_component_depends_only_on_its_changed_references() {
    let mut surfaces = large(50);
    let names: Vec<String> = (0..51).map(|t| format!("\"c1-{t}\"")).collect();
    assert!(cost(&mut surfaces, &column(1, &names.join(","))) <= 4);
    assert!(cost(&mut surfaces, &column(1, &names[..40].join(","))) <= 16);
    assert!(cost(&mut surfaces, &column(1, "")) <= 50);
}

#[test]
fn streams_take_linear_time_top_down_and_bottom_up() {
    let total = |n: usize, in_one: bool, bottom_up: bool| {
        // Each component has four children, until there are enough.
        let component = |i: usize| {
            let below: Vec<String> = (4 * i + 1..=4 * i + 4)
                .filter(|c| *c < n)
                .map(|c| format!("\"{c}\""))
                .collect();
            format!(
                r#"{{"id":"{i}","component":"Row","children":[{}]}}"#,
                below.join(",")
            )
        };
        let mut components: Vec<String> = (0..n).map(component).collect();
        if bottom_up {
            components.reverse();
        }
        let mut surfaces = apply(&[CREATE]);
        if in_one {
            components = vec![components.join(",")];
        }
        for component in components {
            surfaces.apply(&message(&update(&component))).unwrap();
        }
        steps(&surfaces)
    };
    for in_one in [false, true] {
        for bottom_up in [false, true] {
            let (small, large) = (
                total(300, in_one, bottom_up),
                total(3000, in_one, bottom_up),
            );
            assert!(large <= 12 * small, "{small} {large} {in_one} {bottom_up}");
            assert!(large <= 4 * 3000, "{large}");
        }
    }
}

#[test]
fn a_refused_message_costs_no_more_than_an_accepted_one() {
    let mut surfaces = large(50);
    let chain: Vec<String> = (0..20_000)
        .map(|i| format!(r#"{{"id":"x{i}","component":"Card","child":"x{}"}}"#, i + 1))
        .collect();
    let before = surfaces.clone();
    let spent = cost(&mut surfaces, &chain.join(","));
    assert!(spent <= 4000, "{spent}");
    assert_eq!(surfaces, before);
}

/// Prints a table of times: `cargo test -p agent-ui-a2ui --release times -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn the_times_of_messages_on_small_and_large_surfaces() {
    use std::time::Instant;
    println!(
        "{:>9} {:>12} {:>12} {:>12} {:>12} {:>12} {:>14} {:>14}",
        "n", "leaf", "middle", "append", "data leaf", "data append", "top-down", "bottom-up"
    );
    // More components would exceed the memory limit of a surface.
    for n in [100, 3_000, 100_000] {
        let wide = (n as f64).sqrt() as usize;
        let mut surfaces = large(wide);
        let list = format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{{"l":[{}]}}}}}}"#,
            vec!["0"; n].join(",")
        );
        surfaces.apply(&message(&list)).unwrap();
        let mut time = |text: &dyn Fn(usize) -> String| {
            let messages: Vec<Message> = (0..200).map(|i| message(&text(i))).collect();
            surfaces.apply(&messages[0]).unwrap();
            let start = Instant::now();
            messages[1..]
                .iter()
                .for_each(|message| drop(surfaces.apply(message).unwrap()));
            start.elapsed() / 199
        };
        let data = |path: String| {
            format!(
                r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}","value":1}}}}"#
            )
        };
        let leaf = time(&|i| {
            update(&format!(
                r#"{{"id":"c{}-1","component":"Text","text":"{i}"}}"#,
                i % wide
            ))
        });
        let middle = time(&|i| {
            update(&column(
                i % wide,
                &format!("\"c{}-1\",\"new{i}\"", i % wide),
            ))
        });
        let append = time(&|i| update(&format!(r#"{{"id":"new{i}","component":"Text"}}"#)));
        let data_leaf = time(&|i| data(format!("/l/{}", i * 7919 % n)));
        let data_append = time(&|i| data(format!("/l/{}", n + i)));
        let stream = |bottom_up: bool| {
            let row = |i: usize| {
                let below: Vec<String> = (4 * i + 1..=4 * i + 4)
                    .filter(|c| *c < n)
                    .map(|c| format!("\"{c}\""))
                    .collect();
                message(&update(&format!(
                    r#"{{"id":"{i}","component":"Row","children":[{}]}}"#,
                    below.join(",")
                )))
            };
            let mut messages: Vec<Message> = (0..n).map(row).collect();
            if bottom_up {
                messages.reverse();
            }
            let mut surfaces = apply(&[CREATE]);
            let start = Instant::now();
            messages
                .iter()
                .for_each(|message| drop(surfaces.apply(message).unwrap()));
            start.elapsed() / n as u32
        };
        let (down, up) = (stream(false), stream(true));
        println!(
            "{n:>9} {leaf:>12.2?} {middle:>12.2?} {append:>12.2?} {data_leaf:>12.2?} {data_append:>12.2?} {down:>14.2?} {up:>14.2?}"
        );
    }
}
