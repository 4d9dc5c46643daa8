//! The tree of an expression, with calls in it that count its work (see [`budget`](super::budget)).
//!
//! What can go on for ever, or grow without bound, goes through one of these places: the body of a function, a round of a
//! path, a filter or a sort; a range; and what makes texts, lists and objects out of others. In each of them stands a call
//! that changes nothing and counts.

use super::{
    Expression, ExpressionError, ExpressionErrorKind,
    budget::{FROM, POSITION, ROUND, SIZE, TO, WIDTH},
};
use jsonata_core::{
    ast::{AstNode, BinaryOp, PathStep, Stage, UnaryOp},
    value::with_stack,
};

/// Functions that take time or make values by the size of what they get.
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

/// Of these the ones whose arguments have to be looked at in every call: handed on as values or half filled in, nobody could. With
/// the first three texts grow; `substring` takes no position that is far outside of the text, and `toMillis` no picture without a year.
const WATCHED: [(&str, usize); 5] =
    [("base64encode", 1), ("pad", 3), ("replace", 4), ("substring", 3), ("toMillis", 1)];

pub(super) fn tree(tree: AstNode) -> Result<AstNode, ExpressionError> {
    node(tree, 0)
}

type NodeResult<T> = Result<T, ExpressionError>;

fn unsupported<T>(message: impl Into<String>) -> NodeResult<T> {
    Err(ExpressionError::new(ExpressionErrorKind::Unsupported, message))
}

fn node(tree: AstNode, depth: usize) -> NodeResult<AstNode> {
    if depth > Expression::MAX_DEPTH {
        return unsupported(format!("The expression has more than {} levels.", Expression::MAX_DEPTH));
    }
    // A level takes more of the stack than a thread may have left.
    with_stack(|| parts(tree, depth + 1))
}

fn parts(tree: AstNode, below: usize) -> NodeResult<AstNode> {
    Ok(match tree {
        AstNode::Variable(name) => value_of(name),
        AstNode::Path { steps } => AstNode::Path { steps: each(steps, |path_step| step(path_step, below))? },
        AstNode::Binary { op, lhs, rhs } => binary(op, *lhs, *rhs, below)?,
        AstNode::Unary { op, operand } => AstNode::Unary { op, operand: Box::new(node(*operand, below)?) },
        AstNode::Function { name, args, is_builtin } => function(name, args, is_builtin, below)?,
        AstNode::Call { procedure, args } => AstNode::Call {
            procedure: Box::new(node(*procedure, below)?),
            args: each(args, |argument| node(argument, below))?,
        },
        AstNode::Lambda { params, body, signature, thunk } => {
            let body = Box::new(count_round(node(*body, below)?));
            AstNode::Lambda { params, body, signature, thunk }
        }
        AstNode::Array(items) => AstNode::Array(each(items, |item| element(item, below))?),
        AstNode::ArrayGroup(items) => AstNode::ArrayGroup(each(items, |item| element(item, below))?),
        AstNode::Object(members) => AstNode::Object(pairs(members, below)?),
        AstNode::ObjectTransform { input, pattern } => {
            let input = Box::new(node(*input, below)?);
            AstNode::ObjectTransform { input, pattern: pairs(pattern, below)? }
        }
        AstNode::Block(parts) => AstNode::Block(each(parts, |part| node(part, below))?),
        AstNode::Conditional { condition, then_branch, else_branch } => AstNode::Conditional {
            condition: Box::new(node(*condition, below)?),
            then_branch: Box::new(node(*then_branch, below)?),
            else_branch: else_branch.map(|branch| node(*branch, below).map(Box::new)).transpose()?,
        },
        AstNode::FunctionApplication(inner) => {
            AstNode::FunctionApplication(Box::new(count_round(node(*inner, below)?)))
        }
        AstNode::Sort { input, terms } => AstNode::Sort {
            input: Box::new(node(*input, below)?),
            terms: each(terms, |(term, ascending)| Ok((count_round(node(term, below)?), ascending)))?,
        },
        AstNode::Transform { location, update, delete } => AstNode::Transform {
            location: Box::new(node(*location, below)?),
            update: Box::new(node(*update, below)?),
            delete: delete.map(|delete| node(*delete, below).map(Box::new)).transpose()?,
        },
        leaf => leaf,
    })
}

fn each<T>(list: Vec<T>, bounded: impl FnMut(T) -> NodeResult<T>) -> NodeResult<Vec<T>> {
    list.into_iter().map(bounded).collect()
}

/// A step of a path. Its kind stays the same, as it says how what the step gives is put together.
fn step(mut step: PathStep, depth: usize) -> NodeResult<PathStep> {
    if step.focus.is_some() {
        return unsupported("Joins (`@$name`) are not evaluated here.");
    }
    step.node = match step.node {
        // The last part of such a block is a path that gives more than values.
        AstNode::FunctionApplication(inner) if step.inner_tuple => {
            AstNode::FunctionApplication(Box::new(node(*inner, depth)?))
        }
        other => node(other, depth)?,
    };
    step.stages = each(step.stages, |stage| match stage {
        Stage::Filter(filter) if is_position(&filter) => Ok(Stage::Filter(filter)),
        Stage::Filter(filter) => Ok(Stage::Filter(Box::new(count_round(node(*filter, depth)?)))),
        other => Ok(other),
    })?;
    Ok(step)
}

/// Whether a filter is a number as it stands: `[0]`, `[-1]`.
fn is_position(filter: &AstNode) -> bool {
    match filter {
        AstNode::Unary { op: UnaryOp::Negate, operand } => matches!(**operand, AstNode::Number(_)),
        other => is_literal(other),
    }
}

fn binary(op: BinaryOp, lhs: AstNode, rhs: AstNode, depth: usize) -> NodeResult<AstNode> {
    let (lhs, rhs) = match op {
        BinaryOp::Concatenate => (count_size(node(lhs, depth)?), count_size(node(rhs, depth)?)),
        BinaryOp::Range => (call(FROM, node(lhs, depth)?), call(TO, node(rhs, depth)?)),
        // What stands in front is the first argument of the function behind.
        BinaryOp::ChainPipe if is_dated_by_today(&rhs) => return unsupported(TODAY),
        BinaryOp::ChainPipe => (count_size(node(lhs, depth)?), node(rhs, depth)?),
        BinaryOp::ColonEqual => (lhs, node(rhs, depth)?),
        BinaryOp::FocusBind => return unsupported("Joins (`@$name`) are not evaluated here."),
        _ => (node(lhs, depth)?, node(rhs, depth)?),
    };
    Ok(AstNode::Binary { op, lhs: Box::new(lhs), rhs: Box::new(rhs) })
}

fn function(name: String, args: Vec<AstNode>, is_builtin: bool, depth: usize) -> NodeResult<AstNode> {
    let is_watched = WATCHED.iter().any(|(watched, _)| *watched == name);
    let mut open = args.iter().enumerate().filter(|(_, argument)| matches!(argument, AstNode::Placeholder));
    // Of a text alone nothing else is to be known.
    if is_watched && open.any(|(index, _)| index > 0 || name != "substring") {
        return unsupported(format!("`${name}` with `?` is not evaluated here."));
    }
    if name == "toMillis" && args.get(1).is_some_and(|picture| !has_year(picture)) {
        return unsupported(TODAY);
    }
    let args = args.into_iter().enumerate().map(|(index, argument)| {
        let argument = node(argument, depth)?;
        Ok(self::argument(&name, index, argument))
    });
    let args = args.collect::<NodeResult<Vec<_>>>()?;
    Ok(AstNode::Function { name, args, is_builtin })
}

const TODAY: &str =
    "`$toMillis` is evaluated with a picture that stands there and has a year: else the day would be today.";

/// Whether a picture of a time says in which year it is.
fn has_year(picture: &AstNode) -> bool {
    matches!(picture, AstNode::String(picture) if picture.contains("[Y") || picture.contains("[X"))
}

/// Whether this is `$toMillis` with a picture only, into which the text is piped.
fn is_dated_by_today(tree: &AstNode) -> bool {
    let AstNode::Function { name, args, .. } = tree else { return false };
    name == "toMillis" && args.first().is_some_and(|picture| !has_year(picture))
}

/// An argument of a function, looked at where that is needed.
fn argument(function: &str, index: usize, argument: AstNode) -> AstNode {
    match argument {
        AstNode::Placeholder | AstNode::Lambda { .. } | AstNode::Regex { .. } => argument,
        argument if function == "pad" => call(WIDTH, count_size(argument)),
        argument if function == "substring" && index > 0 => call(POSITION, argument),
        argument if COSTLY.contains(&function) => count_size(argument),
        argument => argument,
    }
}

/// A variable. One that stands for a function whose arguments are looked at is written as a function that calls it.
fn value_of(name: String) -> AstNode {
    let Some((_, arity)) = WATCHED.iter().find(|(watched, _)| *watched == name) else {
        return AstNode::Variable(name);
    };
    let params: Vec<String> = (0..*arity).map(|index| format!("p{index}")).collect();
    let argument =
        |(index, param): (usize, &String)| self::argument(&name, index, AstNode::Variable(param.clone()));
    let args = params.iter().enumerate().map(argument).collect();
    let body = AstNode::Function { name, args, is_builtin: true };
    AstNode::Lambda { params, body: Box::new(count_round(body)), signature: None, thunk: false }
}

/// An element of a list. A list or range in a list stays one, as it is put into the list as such.
fn element(item: AstNode, depth: usize) -> NodeResult<AstNode> {
    Ok(match node(item, depth)? {
        item @ (AstNode::Array(_) | AstNode::Binary { op: BinaryOp::Range, .. }) => item,
        item => count_size(item),
    })
}

fn pairs(members: Vec<(AstNode, AstNode)>, depth: usize) -> NodeResult<Vec<(AstNode, AstNode)>> {
    each(members, |(name, value)| Ok((count_size(node(name, depth)?), count_size(node(value, depth)?))))
}

fn is_literal(tree: &AstNode) -> bool {
    matches!(
        tree,
        AstNode::String(_) | AstNode::Number(_) | AstNode::Boolean(_) | AstNode::Null | AstNode::Undefined
    )
}

/// Counts by the size of what this gives.
fn count_size(tree: AstNode) -> AstNode {
    if is_literal(&tree) || matches!(tree, AstNode::Lambda { .. } | AstNode::Regex { .. }) {
        return tree;
    }
    call(SIZE, tree)
}

/// Counts one round before this is evaluated.
fn count_round(tree: AstNode) -> AstNode {
    let round = AstNode::Function { name: ROUND.to_owned(), args: Vec::new(), is_builtin: true };
    match tree {
        AstNode::Name(_) => tree,
        AstNode::Block(mut parts) if !parts.is_empty() => {
            parts.insert(0, round);
            AstNode::Block(parts)
        }
        tree => AstNode::Block(vec![round, tree]),
    }
}

fn call(name: &str, argument: AstNode) -> AstNode {
    AstNode::Function { name: name.to_owned(), args: vec![argument], is_builtin: true }
}
