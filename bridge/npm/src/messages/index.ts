// Written by types.mjs from the JSON Schemas of this project.
import type * as aap_1_0 from "./aap-1.0.js";
import type * as a2ui_0_8 from "./a2ui-0.8.js";
import type * as a2ui_0_9 from "./a2ui-0.9.js";
import type * as a2ui_0_9_1 from "./a2ui-0.9.1.js";
import type * as a2ui_0_10 from "./a2ui-0.10.js";
import type * as a2ui_1_0_june from "./a2ui-1.0-june.js";
import type * as a2ui_1_0_aug from "./a2ui-1.0-aug.js";
import type * as a2ui_1_0_sep from "./a2ui-1.0-sep.js";
import type * as a2ui_1_0 from "./a2ui-1.0.js";
import type * as ahp_canvas from "./ahp-canvas.js";
import type * as ahp_1_0 from "./ahp-1.0.js";
import type * as actions_json_1 from "./actions-json-1.js";
import type * as mcp_2025_06_18 from "./mcp-2025-06-18.js";
import type * as mcp_2025_11_25 from "./mcp-2025-11-25.js";
import type * as mcp_2026_07_28 from "./mcp-2026-07-28.js";
import type * as responses_1 from "./responses-1.js";

/** The messages of each dialect, and of each protocol in any version. */
export interface MessageTypes {
  "aap@1.0": aap_1_0.Message;
  "a2ui@0.8": a2ui_0_8.Message;
  "a2ui@0.9": a2ui_0_9.Message;
  "a2ui@0.9.1": a2ui_0_9_1.Message;
  "a2ui@0.10": a2ui_0_10.Message;
  "a2ui@1.0-june": a2ui_1_0_june.Message;
  "a2ui@1.0-aug": a2ui_1_0_aug.Message;
  "a2ui@1.0-sep": a2ui_1_0_sep.Message;
  "a2ui@1.0": a2ui_1_0.Message;
  "ahp@canvas": ahp_canvas.Message;
  "ahp@1.0": ahp_1_0.Message;
  "actions-json@1": actions_json_1.Message;
  "mcp@2025-06-18": mcp_2025_06_18.Message;
  "mcp@2025-11-25": mcp_2025_11_25.Message;
  "mcp@2026-07-28": mcp_2026_07_28.Message;
  "responses@1": responses_1.Message;
  "aap": aap_1_0.Message;
  "a2ui": a2ui_0_8.Message | a2ui_0_9.Message | a2ui_0_9_1.Message | a2ui_0_10.Message | a2ui_1_0_june.Message | a2ui_1_0_aug.Message | a2ui_1_0_sep.Message | a2ui_1_0.Message;
  "ahp": ahp_canvas.Message | ahp_1_0.Message;
  "actions-json": actions_json_1.Message;
  "mcp": mcp_2025_06_18.Message | mcp_2025_11_25.Message | mcp_2026_07_28.Message;
  "responses": responses_1.Message;
}
