// Messages that several tests use.
export const RECORD = '{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":null,'
  + '"data":{"fee":2.50,"id":12345678901234567890},"summary":"User click on a.html"}';
export const CLICK = {
  version: 'v0.9',
  action: { name: 'save', surfaceId: 's', sourceComponentId: 'b', timestamp: '2026-05-18T15:30:00.000Z', context: { total: 2.5 } },
};
export const STREAM = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: { path: '/name' } }] } },
  { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/name', value: 'Ada' } },
];
export const BROKEN = '{"id":"8","action":"click"}';
/** A surface of A2UI 0.8 whose root is not called `root`, as version 0.9 requires. */
export const SURFACE_0_8 = [
  { surfaceUpdate: { surfaceId: 's', components: [
    { id: 'top', component: { Button: { child: 'label', action: { name: 'go' } } } },
    { id: 'label', component: { Text: { text: { literalString: 'Go' } } } },
  ] } },
  { beginRendering: { surfaceId: 's', root: 'top' } },
];
/** A click on the root of this surface, as a client of A2UI 0.9 sends it. */
export const CLICK_0_9 = {
  version: 'v0.9', action: { name: 'go', surfaceId: 's', sourceComponentId: 'root', timestamp: '2026-05-18T15:30:00.000Z', context: {} },
};
