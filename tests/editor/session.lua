-- Runs inside Neovim: attaches the language server to the open file, and ends with an error if a step fails.

local function fail(message)
    io.stderr:write("failed: " .. message .. "\n")
    vim.cmd("cquit 1")
end

-- Waits until the condition holds.
local function await(what, condition)
    if not vim.wait(20000, condition, 20) then
        fail("waited in vain for " .. what)
    end
    print("ok: " .. what)
end

local buffer = vim.api.nvim_get_current_buf()
local client_id = vim.lsp.start_client({
    name = "agent-ui",
    cmd = { vim.env.AGENT_UI, "lsp" },
    root_dir = vim.fn.getcwd(),
    init_options = { target = "a2ui@0.8" },
})
if not client_id then
    fail("the server did not start")
end
vim.lsp.buf_attach_client(buffer, client_id)

local function diagnostics()
    return vim.diagnostic.get(buffer)
end

-- Returns what the first client answers to a request about this buffer.
local function request(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000) or {}
    local answer = answers[client_id]
    if not answer or answer.error then
        fail(method .. " has no answer")
    end
    return answer.result
end

-- Returns the parameters of a request about the first place after a text in a line.
local function place_after(line, text)
    local content = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1]
    local _, last = content:find(text, 1, true)
    return {
        textDocument = vim.lsp.util.make_text_document_params(buffer),
        position = { line = line, character = vim.str_utfindex(content, last) },
    }
end

await("two misspelt members are shown", function()
    local found = 0
    for _, diagnostic in ipairs(diagnostics()) do
        if diagnostic.message:find("did you mean", 1, true) then
            found = found + 1
        end
    end
    return found == 2
end)

local hover = request("textDocument/hover", place_after(1, '"component":"Te'))
await("hover documents a component", function()
    return hover.contents.value:find("**Text**", 1, true) ~= nil
end)

local items = request("textDocument/completion", place_after(1, '"component":"Col'))
await("completion suggests components", function()
    for _, item in ipairs(items) do
        if item.label == "Button" then
            return true
        end
    end
    return false
end)

-- The quick fix of the second fault, which follows characters of several units.
local second = place_after(1, '"varient":"h')
local actions = request("textDocument/codeAction", {
    textDocument = second.textDocument,
    range = { start = second.position, ["end"] = second.position },
    context = { diagnostics = {}, only = { "quickfix" } },
})
if #actions ~= 1 then
    fail("one quick fix was expected: " .. vim.inspect(actions))
end
local encoding = vim.lsp.get_client_by_id(client_id).offset_encoding
vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding)
await("the quick fix corrects the member", function()
    local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
    return text:find('"text":"Grüße 👋","variant":"h1"', 1, true) ~= nil
end)

local all = request("textDocument/codeAction", {
    textDocument = second.textDocument,
    range = { start = second.position, ["end"] = second.position },
    context = { diagnostics = {}, only = { "source.fixAll" } },
})
vim.lsp.util.apply_workspace_edit(all[1].edit, encoding)
await("no finding is left", function()
    return #diagnostics() == 0
end)
vim.cmd("write")
vim.cmd("quit")
