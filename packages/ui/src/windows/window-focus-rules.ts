const FIELDS = [
  'input:not([type="hidden"], [type="file"], [readonly])',
  'select',
  'textarea:not([readonly])',
  '[contenteditable="true"]',
].join(', ');
const HEADER = '.p-dialog-header, .p-sidebar-header';
/** Where the first press of Enter should do what the window is for. */
const MAIN_ACTIONS = ['.btn-primary', '.button-link.primary', '.btn-danger', '.p-dialog-footer button'];
const INVALID = [
  '[aria-invalid="true"]:not(fieldset)',
  'fieldset[aria-invalid="true"] input',
  '[data-invalid="true"] button',
].join(', ');

const isUsable = (element: HTMLElement): boolean =>
  !element.matches(':disabled') &&
  element.closest('[hidden], [inert], [aria-hidden="true"], details:not([open])') === null &&
  element.closest(HEADER) === null;

/** In sight without scrolling: a remark's box at the end of a long panel is not where its reader begins. */
function isInSight(element: HTMLElement, root: Element): boolean {
  const box = root.getBoundingClientRect();
  return element.getBoundingClientRect().top <= box.bottom;
}

/** Of several choices the chosen one is the field; without one, the first. */
function isReached(field: HTMLElement, root: Element): boolean {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio' || field.checked) return true;
  return root.querySelector(`input[name="${CSS.escape(field.name)}"]:checked`) === null;
}

const firstOf = (root: Element, selector: string): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(selector)].find(
    (element) => isUsable(element) && isInSight(element, root) && isReached(element, root),
  );

/**
 * Where a window begins: its first field in sight, or without one its main action; undefined while it has neither. Never
 * the cross, which would close it at the first Enter.
 */
export function beginningOf(root: Element): HTMLElement | undefined {
  const field = firstOf(root, FIELDS);
  if (field !== undefined) return field;
  return MAIN_ACTIONS.map((selector) => firstOf(root, selector)).find((action) => action !== undefined);
}

/** The first field that was refused, in reading order. */
export const firstInvalid = (root: Element): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(INVALID)].find(isUsable);

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])';

/** What Tab walks through, the header included. */
export const tabStops = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      !element.matches(':disabled, [tabindex="-1"], .p-hidden-focusable') &&
      element.getClientRects().length > 0,
  );
