"""The fewest messages that build the surfaces of a history."""

import pytest
from agent_ui_bridge import UsageError, fold

CREATE = '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}'
DATA = '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":%s}}'
HISTORY = "\n".join([CREATE, DATA % "1", DATA % "2.50", CREATE.replace('"s"', '"t"')])
HISTORY += '\n{"version":"v0.9","deleteSurface":{"surfaceId":"t"}}'


def test_a_history_is_folded_into_the_fewest_messages() -> None:
    folded = fold(HISTORY, as_messages=True)
    assert [state.text for state in folded.states] == [CREATE, '{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"n":2.50}}}']
    assert fold(folded.states).states == fold(HISTORY).states


def test_other_protocols_have_no_such_messages() -> None:
    with pytest.raises(UsageError, match="cannot be written as messages"):
        fold("{}", "ahp", as_messages=True)
