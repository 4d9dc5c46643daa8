//! Instrumentation of an expression tree with calls that charge its [`budget`](super::budget).
//!
//! Unbounded work or growth always passes through one of these places: the body of a function, a round of a path, a
//! filter or a sort, a range, and the construction of strings, lists and objects. Each place gets a call that charges
//! the budget and does not change the result.

use super::{
    ExpressionError, ExpressionErrorKind,
    budget::{FROM, POSITION, ROUND, SIZE, TO, WIDTH},
};
use crate::limits::EXPRESSION_DEPTH;
use jsonata_core::{
    ast::{AstNode, BinaryOp, PathStep, Stage, UnaryOp},
    value::with_stack,
};

/// The functions whose time or result grows with their input.
const COSTLY: [&str; 31] = [
    "append",
    "base64decode",
    "base64encode",
    "contains",
    "decodeUrl",
    "decodeUrlComponent",
    "distinct",
    "encodeUrl",
    "encodeUrlComponent",
    "formatInteger",
    "formatNumber",
    "fromMillis",
    "join",
    "length",
    "lowercase",
    "match",
    "merge",
    "pad",
    "replace",
    "reverse",
    "sort",
    "split",
    "spread",
    "string",
    "substring",
    "substringAfter",
    "substringBefore",
    "toMillis",
    "trim",
    "uppercase",
    "zip",
];

/// The functions whose arguments must be checked in every call. They cannot be passed as values or partially applied
/// without a check. The first three create longer strings, `substring` must not get a position far outside the
/// string, and `toMillis` needs a picture with a year.
const WATCHED: [(&str, usize); 5] = [
    ("base64encode", 1),
    ("pad", 3),
    ("replace", 4),
    ("substring", 3),
    ("toMillis", 1),
];

pub(super) fn tree(tree: AstNode) -> Result<AstNode, ExpressionError> {
    instrument(tree, 0)
}

type NodeResult<T> = Result<T, ExpressionError>;

fn unsupported_error<T>(message: impl Into<String>) -> NodeResult<T> {
    Err(ExpressionError::new(
        ExpressionErrorKind::Unsupported,
        message,
    ))
}

/// Instruments a tree, whose root is at nesting level `depth`.
fn instrument(tree: AstNode, depth: usize) -> NodeResult<AstNode> {
    if depth > EXPRESSION_DEPTH {
        return unsupported_error(format!(
            "the expression has more than {} levels",
            EXPRESSION_DEPTH
        ));
    }
    // A nesting level needs more stack than the thread may have left.
    with_stack(|| instrument_parts(tree, depth + 1))
}

/// Instruments the children of a node, and the node itself if its evaluation is unbounded.
fn instrument_parts(tree: AstNode, below: usize) -> NodeResult<AstNode> {
    Ok(match tree {
        AstNode::Variable(name) => instrument_variable(name),
        AstNode::Path { steps } => AstNode::Path {
            steps: map_each(steps, |path_step| instrument_step(path_step, below))?,
        },
        AstNode::Binary { op, lhs, rhs } => instrument_binary(op, *lhs, *rhs, below)?,
        AstNode::Unary { op, operand } => AstNode::Unary {
            op,
            operand: instrument_boxed(*operand, below)?,
        },
        AstNode::Function {
            name,
            args,
            is_builtin,
        } => instrument_function(name, args, is_builtin, below)?,
        AstNode::Call { procedure, args } => AstNode::Call {
            procedure: instrument_boxed(*procedure, below)?,
            args: map_each(args, |argument| instrument(argument, below))?,
        },
        // A function may call itself, so each call of its body is a round.
        AstNode::Lambda {
            params,
            body,
            signature,
            thunk,
        } => AstNode::Lambda {
            params,
            body: Box::new(count_round(instrument(*body, below)?)),
            signature,
            thunk,
        },
        AstNode::Array(items) => {
            AstNode::Array(map_each(items, |item| instrument_element(item, below))?)
        }
        AstNode::ArrayGroup(items) => {
            AstNode::ArrayGroup(map_each(items, |item| instrument_element(item, below))?)
        }
        AstNode::Object(members) => AstNode::Object(instrument_pairs(members, below)?),
        AstNode::ObjectTransform { input, pattern } => AstNode::ObjectTransform {
            input: instrument_boxed(*input, below)?,
            pattern: instrument_pairs(pattern, below)?,
        },
        AstNode::Block(parts) => AstNode::Block(map_each(parts, |part| instrument(part, below))?),
        AstNode::Conditional {
            condition,
            then_branch,
            else_branch,
        } => AstNode::Conditional {
            condition: instrument_boxed(*condition, below)?,
            then_branch: instrument_boxed(*then_branch, below)?,
            else_branch: instrument_optional(else_branch, below)?,
        },
        AstNode::FunctionApplication(inner) => {
            AstNode::FunctionApplication(Box::new(count_round(instrument(*inner, below)?)))
        }
        AstNode::Sort { input, terms } => AstNode::Sort {
            input: instrument_boxed(*input, below)?,
            terms: map_each(terms, |(term, ascending)| {
                Ok((count_round(instrument(term, below)?), ascending))
            })?,
        },
        AstNode::Transform {
            location,
            update,
            delete,
        } => AstNode::Transform {
            location: instrument_boxed(*location, below)?,
            update: instrument_boxed(*update, below)?,
            delete: instrument_optional(delete, below)?,
        },
        leaf => leaf,
    })
}

fn instrument_boxed(tree: AstNode, depth: usize) -> NodeResult<Box<AstNode>> {
    Ok(Box::new(instrument(tree, depth)?))
}

fn instrument_optional(
    tree: Option<Box<AstNode>>,
    depth: usize,
) -> NodeResult<Option<Box<AstNode>>> {
    match tree {
        Some(tree) => Ok(Some(instrument_boxed(*tree, depth)?)),
        None => Ok(None),
    }
}

fn map_each<T>(list: Vec<T>, bounded: impl FnMut(T) -> NodeResult<T>) -> NodeResult<Vec<T>> {
    list.into_iter().map(bounded).collect()
}

/// Instruments a step of a path. The step keeps its kind, because the kind determines how its results are combined.
fn instrument_step(mut step: PathStep, depth: usize) -> NodeResult<PathStep> {
    if step.focus.is_some() {
        return unsupported_error("joins (`@$name`) are not supported");
    }
    step.node = match step.node {
        // With `inner_tuple`, the step is a block whose last part is a path that returns tuples. A call around the block
        // would lose the tuples, so only its parts are instrumented.
        AstNode::FunctionApplication(inner) if step.inner_tuple => {
            AstNode::FunctionApplication(Box::new(instrument(*inner, depth)?))
        }
        other => instrument(other, depth)?,
    };
    step.stages = map_each(step.stages, |stage| match stage {
        Stage::Filter(filter) if is_position(&filter) => Ok(Stage::Filter(filter)),
        Stage::Filter(filter) => Ok(Stage::Filter(Box::new(count_round(instrument(
            *filter, depth,
        )?)))),
        other => Ok(other),
    })?;
    Ok(step)
}

/// Returns `true` if a filter is a literal number: `[0]`, `[-1]`.
fn is_position(filter: &AstNode) -> bool {
    match filter {
        AstNode::Unary {
            op: UnaryOp::Negate,
            operand,
        } => matches!(**operand, AstNode::Number(_)),
        other => is_literal(other),
    }
}

/// Instruments a binary operator. Concatenations and ranges are charged by size.
fn instrument_binary(
    op: BinaryOp,
    lhs: AstNode,
    rhs: AstNode,
    depth: usize,
) -> NodeResult<AstNode> {
    let (lhs, rhs) = match op {
        BinaryOp::Concatenate => (
            count_size(instrument(lhs, depth)?),
            count_size(instrument(rhs, depth)?),
        ),
        BinaryOp::Range => (
            wrap_in_call(FROM, instrument(lhs, depth)?),
            wrap_in_call(TO, instrument(rhs, depth)?),
        ),
        // The left operand becomes the first argument of the function on the right.
        BinaryOp::ChainPipe if is_dated_by_today(&rhs) => return unsupported_error(TODAY),
        BinaryOp::ChainPipe => (count_size(instrument(lhs, depth)?), instrument(rhs, depth)?),
        BinaryOp::ColonEqual => (lhs, instrument(rhs, depth)?),
        BinaryOp::FocusBind => return unsupported_error("joins (`@$name`) are not supported"),
        _ => (instrument(lhs, depth)?, instrument(rhs, depth)?),
    };
    Ok(AstNode::Binary {
        op,
        lhs: Box::new(lhs),
        rhs: Box::new(rhs),
    })
}

fn instrument_function(
    name: String,
    args: Vec<AstNode>,
    is_builtin: bool,
    depth: usize,
) -> NodeResult<AstNode> {
    let is_watched = WATCHED.iter().any(|(watched, _)| *watched == name);
    let is_partial = args.iter().enumerate().any(|(index, argument)| {
        // The first argument of `substring` does not need a check.
        matches!(argument, AstNode::Placeholder) && (index > 0 || name != "substring")
    });
    if is_watched && is_partial {
        return unsupported_error(format!(
            "`${name}` with `?` as an argument is not supported"
        ));
    }
    if name == "toMillis" && args.get(1).is_some_and(|picture| !has_year(picture)) {
        return unsupported_error(TODAY);
    }
    let args = args.into_iter().enumerate().map(|(index, argument)| {
        let argument = instrument(argument, depth)?;
        Ok(wrap_argument(&name, index, argument))
    });
    let args = args.collect::<NodeResult<Vec<_>>>()?;
    Ok(AstNode::Function {
        name,
        args,
        is_builtin,
    })
}

const TODAY: &str = "`$toMillis` is only supported with a literal picture that contains a year; otherwise the result would depend on today";

/// Returns `true` if a date picture contains a year.
fn has_year(picture: &AstNode) -> bool {
    matches!(picture, AstNode::String(picture) if picture.contains("[Y") || picture.contains("[X"))
}

/// Returns `true` for a piped `$toMillis` whose picture has no year.
fn is_dated_by_today(tree: &AstNode) -> bool {
    let AstNode::Function { name, args, .. } = tree else {
        return false;
    };
    name == "toMillis" && args.first().is_some_and(|picture| !has_year(picture))
}

/// Wraps an argument of a function in a call that checks the argument.
fn wrap_argument(function: &str, index: usize, argument: AstNode) -> AstNode {
    match argument {
        AstNode::Placeholder | AstNode::Lambda { .. } | AstNode::Regex { .. } => argument,
        argument if function == "pad" => wrap_in_call(WIDTH, count_size(argument)),
        argument if function == "substring" && index > 0 => wrap_in_call(POSITION, argument),
        argument if COSTLY.contains(&function) => count_size(argument),
        argument => argument,
    }
}

/// Instruments a variable. A watched function that is used as a value becomes a lambda that calls it with checked
/// arguments.
fn instrument_variable(name: String) -> AstNode {
    let Some((_, arity)) = WATCHED.iter().find(|(watched, _)| *watched == name) else {
        return AstNode::Variable(name);
    };
    let params: Vec<String> = (0..*arity).map(|index| format!("p{index}")).collect();
    let mut args = Vec::with_capacity(params.len());
    for (index, param) in params.iter().enumerate() {
        args.push(wrap_argument(
            &name,
            index,
            AstNode::Variable(param.clone()),
        ));
    }
    let body = AstNode::Function {
        name,
        args,
        is_builtin: true,
    };
    AstNode::Lambda {
        params,
        body: Box::new(count_round(body)),
        signature: None,
        thunk: false,
    }
}

/// Instruments an element of a list. A nested list or range is preserved, because its kind determines how it is
/// inserted.
fn instrument_element(item: AstNode, depth: usize) -> NodeResult<AstNode> {
    Ok(match instrument(item, depth)? {
        item @ (AstNode::Array(_)
        | AstNode::Binary {
            op: BinaryOp::Range,
            ..
        }) => item,
        item => count_size(item),
    })
}

fn instrument_pairs(
    members: Vec<(AstNode, AstNode)>,
    depth: usize,
) -> NodeResult<Vec<(AstNode, AstNode)>> {
    map_each(members, |(name, value)| {
        Ok((
            count_size(instrument(name, depth)?),
            count_size(instrument(value, depth)?),
        ))
    })
}

fn is_literal(tree: &AstNode) -> bool {
    matches!(
        tree,
        AstNode::String(_)
            | AstNode::Number(_)
            | AstNode::Boolean(_)
            | AstNode::Null
            | AstNode::Undefined
    )
}

/// Adds a call that charges for the size of the value.
fn count_size(tree: AstNode) -> AstNode {
    if is_literal(&tree) || matches!(tree, AstNode::Lambda { .. } | AstNode::Regex { .. }) {
        return tree;
    }
    wrap_in_call(SIZE, tree)
}

/// Adds a call that charges one round before the evaluation.
fn count_round(tree: AstNode) -> AstNode {
    let round = AstNode::Function {
        name: ROUND.to_owned(),
        args: Vec::new(),
        is_builtin: true,
    };
    match tree {
        AstNode::Name(_) => tree,
        AstNode::Block(mut parts) if !parts.is_empty() => {
            parts.insert(0, round);
            AstNode::Block(parts)
        }
        tree => AstNode::Block(vec![round, tree]),
    }
}

fn wrap_in_call(name: &str, argument: AstNode) -> AstNode {
    AstNode::Function {
        name: name.to_owned(),
        args: vec![argument],
        is_builtin: true,
    }
}
