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
    node(tree, 0)
}

type NodeResult<T> = Result<T, ExpressionError>;

fn unsupported_error<T>(message: impl Into<String>) -> NodeResult<T> {
    Err(ExpressionError::new(
        ExpressionErrorKind::Unsupported,
        message,
    ))
}

fn node(tree: AstNode, depth: usize) -> NodeResult<AstNode> {
    if depth > EXPRESSION_DEPTH {
        return unsupported_error(format!(
            "the expression has more than {} levels",
            EXPRESSION_DEPTH
        ));
    }
    // A nesting level needs more stack than the thread may have left.
    with_stack(|| parts(tree, depth + 1))
}

fn parts(tree: AstNode, below: usize) -> NodeResult<AstNode> {
    Ok(match tree {
        AstNode::Variable(name) => value_of(name),
        AstNode::Path { steps } => AstNode::Path {
            steps: each(steps, |path_step| step(path_step, below))?,
        },
        AstNode::Binary { op, lhs, rhs } => binary(op, *lhs, *rhs, below)?,
        AstNode::Unary { op, operand } => AstNode::Unary {
            op,
            operand: boxed(*operand, below)?,
        },
        AstNode::Function {
            name,
            args,
            is_builtin,
        } => function(name, args, is_builtin, below)?,
        AstNode::Call { procedure, args } => AstNode::Call {
            procedure: boxed(*procedure, below)?,
            args: each(args, |argument| node(argument, below))?,
        },
        // A function may call itself, so each call of its body is a round.
        AstNode::Lambda {
            params,
            body,
            signature,
            thunk,
        } => AstNode::Lambda {
            params,
            body: Box::new(count_round(node(*body, below)?)),
            signature,
            thunk,
        },
        AstNode::Array(items) => AstNode::Array(each(items, |item| element(item, below))?),
        AstNode::ArrayGroup(items) => {
            AstNode::ArrayGroup(each(items, |item| element(item, below))?)
        }
        AstNode::Object(members) => AstNode::Object(pairs(members, below)?),
        AstNode::ObjectTransform { input, pattern } => AstNode::ObjectTransform {
            input: boxed(*input, below)?,
            pattern: pairs(pattern, below)?,
        },
        AstNode::Block(parts) => AstNode::Block(each(parts, |part| node(part, below))?),
        AstNode::Conditional {
            condition,
            then_branch,
            else_branch,
        } => AstNode::Conditional {
            condition: boxed(*condition, below)?,
            then_branch: boxed(*then_branch, below)?,
            else_branch: optional(else_branch, below)?,
        },
        AstNode::FunctionApplication(inner) => {
            AstNode::FunctionApplication(Box::new(count_round(node(*inner, below)?)))
        }
        AstNode::Sort { input, terms } => AstNode::Sort {
            input: boxed(*input, below)?,
            terms: each(terms, |(term, ascending)| {
                Ok((count_round(node(term, below)?), ascending))
            })?,
        },
        AstNode::Transform {
            location,
            update,
            delete,
        } => AstNode::Transform {
            location: boxed(*location, below)?,
            update: boxed(*update, below)?,
            delete: optional(delete, below)?,
        },
        leaf => leaf,
    })
}

fn boxed(tree: AstNode, depth: usize) -> NodeResult<Box<AstNode>> {
    Ok(Box::new(node(tree, depth)?))
}

fn optional(tree: Option<Box<AstNode>>, depth: usize) -> NodeResult<Option<Box<AstNode>>> {
    match tree {
        Some(tree) => Ok(Some(boxed(*tree, depth)?)),
        None => Ok(None),
    }
}

fn each<T>(list: Vec<T>, bounded: impl FnMut(T) -> NodeResult<T>) -> NodeResult<Vec<T>> {
    list.into_iter().map(bounded).collect()
}

/// Instruments a step of a path. The step keeps its kind, because the kind determines how its results are combined.
fn step(mut step: PathStep, depth: usize) -> NodeResult<PathStep> {
    if step.focus.is_some() {
        return unsupported_error("joins (`@$name`) are not supported");
    }
    step.node = match step.node {
        // In a block of a tuple path, the last part returns tuples, so the block itself must stay uncharged.
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

fn binary(op: BinaryOp, lhs: AstNode, rhs: AstNode, depth: usize) -> NodeResult<AstNode> {
    let (lhs, rhs) = match op {
        BinaryOp::Concatenate => (count_size(node(lhs, depth)?), count_size(node(rhs, depth)?)),
        BinaryOp::Range => (call(FROM, node(lhs, depth)?), call(TO, node(rhs, depth)?)),
        // The left operand becomes the first argument of the function on the right.
        BinaryOp::ChainPipe if is_dated_by_today(&rhs) => return unsupported_error(TODAY),
        BinaryOp::ChainPipe => (count_size(node(lhs, depth)?), node(rhs, depth)?),
        BinaryOp::ColonEqual => (lhs, node(rhs, depth)?),
        BinaryOp::FocusBind => return unsupported_error("joins (`@$name`) are not supported"),
        _ => (node(lhs, depth)?, node(rhs, depth)?),
    };
    Ok(AstNode::Binary {
        op,
        lhs: Box::new(lhs),
        rhs: Box::new(rhs),
    })
}

fn function(
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
        let argument = node(argument, depth)?;
        Ok(self::argument(&name, index, argument))
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
fn argument(function: &str, index: usize, argument: AstNode) -> AstNode {
    match argument {
        AstNode::Placeholder | AstNode::Lambda { .. } | AstNode::Regex { .. } => argument,
        argument if function == "pad" => call(WIDTH, count_size(argument)),
        argument if function == "substring" && index > 0 => call(POSITION, argument),
        argument if COSTLY.contains(&function) => count_size(argument),
        argument => argument,
    }
}

/// Instruments a variable. A watched function that is used as a value becomes a lambda that calls it with checked
/// arguments.
fn value_of(name: String) -> AstNode {
    let Some((_, arity)) = WATCHED.iter().find(|(watched, _)| *watched == name) else {
        return AstNode::Variable(name);
    };
    let params: Vec<String> = (0..*arity).map(|index| format!("p{index}")).collect();
    let mut args = Vec::with_capacity(params.len());
    for (index, param) in params.iter().enumerate() {
        args.push(argument(&name, index, AstNode::Variable(param.clone())));
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
fn element(item: AstNode, depth: usize) -> NodeResult<AstNode> {
    Ok(match node(item, depth)? {
        item @ (AstNode::Array(_)
        | AstNode::Binary {
            op: BinaryOp::Range,
            ..
        }) => item,
        item => count_size(item),
    })
}

fn pairs(members: Vec<(AstNode, AstNode)>, depth: usize) -> NodeResult<Vec<(AstNode, AstNode)>> {
    each(members, |(name, value)| {
        Ok((
            count_size(node(name, depth)?),
            count_size(node(value, depth)?),
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
    call(SIZE, tree)
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

fn call(name: &str, argument: AstNode) -> AstNode {
    AstNode::Function {
        name: name.to_owned(),
        args: vec![argument],
        is_builtin: true,
    }
}
