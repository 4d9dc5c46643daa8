"""An agent loop: a model writes a surface, its answers are checked and repaired, and it is asked again until the surface is right.

A list of answers takes the place of the model. The program prints the prompts:

    --- ask
    Write a form for booking a table.
    --- ask
    Nothing was applied. Write all messages again:
    line 2, /updateComponents/components/0/component: unknown component type `Colum`: the catalog does not define it; write "Column"
    line 2, /updateComponents/components/1/component: unknown component type `Txt`: the catalog does not define it; write "Text"
    line 2, /updateComponents/components/2/text: `Text` is missing the required property `text`; add `text`
    --- ask
    The messages were applied. Send only what is missing:
    line 2, /updateComponents/components/0/children/1: the referenced component `send` does not exist; send a component with this id, or remove the reference
    --- done: 2 answers, 1 surface
"""

from __future__ import annotations

from collections.abc import Callable

from agent_ui_bridge import Checker, fold, repair

DIALECT = "a2ui@0.9"
CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
CREATE = f'{{"version":"v0.9","createSurface":{{"surfaceId":"table","catalogId":"{CATALOG}"}}}}\n'
UPDATE = '{"version":"v0.9","updateComponents":{"surfaceId":"table","components":['
ANSWERS = [
    # Two components have a wrong type, and the third one has no text.
    CREATE + UPDATE + '{"id":"root","component":"Colum","children":["title","date"]},'
    '{"id":"title","component":"Txt","text":"Book a table"},{"id":"date","component":"Text"}]}}',
    # A misspelt name, which `repair` corrects, and a component that is not sent.
    CREATE + UPDATE.replace("surfaceId", "surfaceID") + '{"id":"root","component":"Column","children":["title","send"]},'
    '{"id":"title","component":"Text","text":"Book a table"}]}}',
    # The missing component.
    UPDATE + '{"id":"send","component":"Button","child":"label","action":{"event":{"name":"send"}}},'
    '{"id":"label","component":"Text","text":"Send"}]}}',
]

Model = Callable[[str], str]


def scripted_model(answers: list[str]) -> Model:
    """Returns a function in place of a model. Each call has the next answer."""
    remaining = iter(answers)
    return lambda prompt: next(remaining)


def build_surface(model: Model, task: str, max_answers: int = 5) -> list[str]:
    """Asks the model until its messages are right, and returns those that were accepted."""
    checker = Checker(DIALECT)
    accepted: list[str] = []
    prompt = task
    for _ in range(max_answers):
        print(f"--- ask\n{prompt}")
        text = model(prompt)
        checked = checker.push(text)
        if not checked.is_accepted:
            # A refused text has changed nothing, so the repaired one takes its place.
            text = repair(text, DIALECT).text
            if not checker.push(text).is_accepted:
                prompt = f"Nothing was applied. Write all messages again:\n{checked.findings.for_model()}"
                continue
        accepted.append(text)
        open_findings = checker.finish()
        if not open_findings:
            return accepted
        prompt = f"The messages were applied. Send only what is missing:\n{open_findings.for_model()}"
    raise RuntimeError("the model has not written a surface")


def main() -> None:
    messages = build_surface(scripted_model(ANSWERS), "Write a form for booking a table.")
    surfaces = fold("\n".join(messages), DIALECT).states
    print(f"--- done: {len(messages)} answers, {len(surfaces)} surface")


if __name__ == "__main__":
    main()
