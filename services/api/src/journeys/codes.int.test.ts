import { codeKey } from '@atelier/domain/contract/codes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import { depositBody, STROKES } from '../testing/testing-bodies.ts';
import type { CallReply } from '../testing/testing-people.ts';

let world: PackageWorld;
let call: PackageWorld['call'];

beforeAll(async () => {
  world = await openPackages(['paris', 'warehouse', 'admin']);
  ({ call } = world);
});
afterAll(async () => {
  // The table of doors and spellings, for a report: `CODES_TABLE=1`.
  if (process.env['CODES_TABLE'] !== undefined)
    for (const [door, count] of opened) console.log(`${door}: ${count} of ${SPELLINGS.length}`);
  await world.api.close();
});

/** Spellings that each door took for the code. */
const opened = new Map<string, number>();
const noteOpened = (door: string): void => void opened.set(door, (opened.get(door) ?? 0) + 1);

const fullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfe_e0));
const inDigitsOf = (zero: string) => (text: string) =>
  text.replaceAll(/\d/gu, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

/** Every way in which people, scanners and other systems write one and the same code. */
const SPELLINGS: readonly (readonly [string, (code: string) => string])[] = [
  ['as printed', (code) => code],
  ['in lower case', (code) => code.toLowerCase()],
  ['in mixed case', (code) => code.charAt(0) + code.slice(1).toLowerCase()],
  ['with blanks around it', (code) => `  ${code} `],
  ['with a tab behind it', (code) => `${code}\t`],
  ['with the end of a line', (code) => `${code}\r\n`],
  ['with a non-breaking blank', (code) => `\u00A0${code}`],
  ['with a wide blank', (code) => `\u3000${code}`],
  ['in full width', fullWidth],
  ['in full width and lower case', (code) => fullWidth(code.toLowerCase())],
  ['with a non-breaking hyphen', (code) => code.replace('-', '\u2011')],
  ['with a dash', (code) => code.replace('-', '\u2013')],
  ['with a long dash', (code) => code.replace('-', '\u2014')],
  ['with a minus sign', (code) => code.replace('-', '\u2212')],
  ['with a full-width hyphen', (code) => code.replace('-', '\uFF0D')],
  ['with a Japanese long vowel sign', (code) => code.replace('-', '\u30FC')],
  ['without its hyphen', (code) => code.replace('-', '')],
  ['with a blank for its hyphen', (code) => code.replace('-', ' ')],
  ['with blanks around its hyphen', (code) => code.replace('-', ' - ')],
  ['with Arabic digits', inDigitsOf('\u0660')],
  ['with Persian digits', inDigitsOf('\u06F0')],
  ['with Devanagari digits', inDigitsOf('\u0966')],
  ['with Thai digits', inDigitsOf('\u0E50')],
  ['with full-width digits', inDigitsOf('\uFF10')],
  ['behind the prefix of Code 128', (code) => `]C0${code}`],
  ['behind the prefix of GS1-128', (code) => `]C1${code}`],
  ['behind the prefix of a QR code', (code) => `]Q3${code}`],
  ['behind the prefix of a data matrix', (code) => `]d2${code}`],
  ['behind the prefix of EAN', (code) => `]E0${code}`],
  ['behind a prefix in full width', (code) => fullWidth(`]C1${code}`)],
  ['behind FNC1', (code) => `\u001D${code}`],
  ['behind a prefix and FNC1', (code) => `]C1\u001D${code}`],
  ['before FNC1', (code) => `${code}\u001D`],
  ['with a zero-width blank', (code) => `${code.slice(0, 3)}\u200B${code.slice(3)}`],
  ['with a soft hyphen', (code) => `${code.slice(0, 3)}\u00AD${code.slice(3)}`],
  ['with a byte order mark', (code) => `\uFEFF${code}`],
  ['with marks of direction', (code) => `\u200E${code}\u200F`],
  ['isolated from Arabic text', (code) => `\u2066${code}\u2069`],
  ['in lower case behind a prefix', (code) => `]C1${code.toLowerCase()}`],
  ['in mathematical letters', (code) => code.replace('A', '\u{1D400}')],
];

/** Which of the doors did not take the spelling for the same code: the table's row. */
type Door = (code: string) => Promise<CallReply>;
async function closedTo(
  code: string,
  doors: Readonly<Record<string, Door>>,
  opens: (reply: CallReply) => boolean,
) {
  const closed: string[] = [];
  for (const [name, door] of Object.entries(doors)) {
    const reply = await door(code);
    if (opens(reply)) noteOpened(name);
    else closed.push(`${name}: ${reply.status} ${JSON.stringify(reply.data)?.slice(0, 80)}`);
  }
  return closed;
}
const ask = (parts: Record<string, string>): string => new URLSearchParams(parts).toString();

it('knows forty spellings', () => {
  expect(SPELLINGS).toHaveLength(40);
  for (const [, spell] of SPELLINGS) expect(codeKey(spell('CA-SE25'))).toBe('CASE25');
});

describe('a serial', () => {
  const SERIAL = 'CA-SE25';
  const doors: Readonly<Record<string, Door>> = {
    history: (serial) => call('paris', 'GET', `/repair_history/list?${ask({ serial })}`),
    duplicates: (serial) => call('paris', 'GET', `/rma/duplicates?${ask({ serial })}`),
  };
  let deposited = 0;

  beforeAll(async () => {
    deposited = (await world.journey.deposit({ serial_number: SERIAL })).itemId;
  });

  it.each(SPELLINGS)('%s is the same at every lookup', async (_how, spell) => {
    const knows = ({ data }: CallReply) => JSON.stringify(data).includes(`"rma_item_id":${deposited}`);
    expect(await closedTo(spell(SERIAL), doors, knows)).toEqual([]);
  });

  it.each(SPELLINGS)('%s counts as an earlier repair of the next deposit', async (_how, spell) => {
    const asked = depositBody({ ...world.piece, serial_number: spell(SERIAL) });
    const refused = await call('paris', 'POST', '/rma', asked);
    expect(refused.body).toMatchObject({ errors: [{ path: 'items.0.renew_reasons' }] });
    noteOpened('serial: next deposit');
  });

  it('of a piece that the factory kept warns when it comes back', async () => {
    const { itemId } = await world.journey.deposit({ serial_number: 'KEPT-1' });
    await world.journey.send([itemId], 'KEPT-IN');
    await world.journey.scanTo('warehouse', itemId, 3);
    const piece = { rma_item_id: itemId, sku: world.sku, serial_number: 'kept-new 2' };
    expect((await call('warehouse', 'POST', '/rma/replace', piece)).status).toBe(200);
    const found = await call('paris', 'GET', `/rma/duplicates?${ask({ serial: 'kept1' })}`);
    expect(found.data).toMatchObject({ open: [{ rma_item_id: itemId, because: 'replaced' }] });
    const now = await call('paris', 'GET', `/rma/duplicates?${ask({ serial: 'KEPTNEW-2' })}`);
    expect(now.data).toMatchObject({ open: [{ rma_item_id: itemId, because: 'serial' }] });
  });
});

describe('a tracking number', () => {
  const TRACKING = 'TRA-CK77';
  let itemId = 0;
  const doors: Readonly<Record<string, Door>> = {
    packing: (rma_tracking) =>
      call('paris', 'POST', '/rma/packagelist', { rma_item_ids: [itemId], rma_tracking }),
    status: (tracking_no) => call('paris', 'GET', `/packagestatus?${ask({ tracking_no })}`),
    price: (tracking_no) => call('paris', 'GET', `/packageprice?${ask({ tracking_no })}`),
    signing: (tracking_no) =>
      call('paris', 'POST', '/saveSign', { tracking_no, kind: 'courier', strokes: STROKES }),
    list: (tracking_no) => call('paris', 'GET', `/rmalist?${ask({ tracking_no })}`),
    custody: (tracking_no) => call('paris', 'GET', `/custody?${ask({ tracking_no })}`),
    subject: (q) => call('admin', 'GET', `/audit/find?${ask({ q })}`),
  };

  beforeAll(async () => {
    itemId = (await world.journey.deposit()).itemId;
    await world.journey.pack('paris', [itemId], TRACKING);
  });

  it.each(SPELLINGS)('%s is the same package before it is sent', async (_how, spell) => {
    const { subject: _subject, ...mine } = doors;
    const isThere = ({ status, data }: CallReply) => status === 200 && JSON.stringify(data) !== '[]';
    expect(await closedTo(spell(TRACKING), mine, isThere)).toEqual([]);
  });

  it.each(SPELLINGS)('%s does not make a second package', async (_how, spell) => {
    const other = await world.journey.deposit();
    await call('paris', 'POST', '/rma/packagelist', {
      rma_item_ids: [other.itemId],
      rma_tracking: spell(TRACKING),
    });
    const { data } = await call('paris', 'GET', `/packagestatus?${ask({ tracking_no: TRACKING })}`);
    expect(data).toMatchObject({
      shipment: { tracking_no: TRACKING, item_count: 2 },
    });
    await call('paris', 'POST', '/package/unbind', {
      tracking_no: spell(TRACKING),
      rma_item_ids: [other.itemId],
    });
  });

  it('is one package when two spellings race', async () => {
    const pieces = await Promise.all(Array.from({ length: 4 }, () => world.journey.deposit()));
    const spellings = ['RA-CE9', 'race9', 'RACE 9', 'Ra-Ce9'];
    await Promise.all(
      pieces.map((piece, place) =>
        call('paris', 'POST', '/rma/packagelist', {
          rma_item_ids: [piece.itemId],
          rma_tracking: spellings[place],
        }),
      ),
    );
    const { data } = await call('paris', 'GET', `/packagestatus?${ask({ tracking_no: 'race-9' })}`);
    const ids = pieces.map((piece) => piece.itemId).toSorted((a, b) => a - b);
    expect(data).toMatchObject({ shipment: { item_count: 4 } });
    expect(ids).toHaveLength(4);
  });

  it('is found by every spelling at the other end', async () => {
    await call('paris', 'POST', '/storepackage', { tracking_no: 'tra ck77' });
    const arriving: Readonly<Record<string, Door>> = {
      arrival: (tracking_number) => call('warehouse', 'POST', '/trackingrma', { tracking_number }),
      items: (tracking_number) => call('warehouse', 'POST', '/get_rma_by_tracking_no', { tracking_number }),
      receipt: (tracking_no) => call('warehouse', 'GET', `/package/receipt?${ask({ tracking_no })}`),
      'SAV check': (tracking_no) =>
        call('warehouse', 'POST', '/savcheck', { tracking_no, wrong_reason: 0, no_warranty: 0 }),
      scan: (tracking_no) =>
        call('warehouse', 'POST', '/scan', { code: String(itemId), target: 3, tracking_no }),
    };
    const isKnown = ({ status, data }: CallReply) =>
      status === 200 && !JSON.stringify(data).includes('wrong_package');
    for (const [how, spell] of SPELLINGS)
      expect([how, ...(await closedTo(spell(TRACKING), arriving, isKnown))]).toEqual([how]);
  });
});

describe('the number of a piece', () => {
  it('is found in lists by every spelling', async () => {
    const { number } = await world.journey.deposit();
    await world.api.world.settle();
    for (const [how, spell] of SPELLINGS) {
      const { data } = await call('paris', 'GET', `/rmalist?${ask({ q: spell(number) })}`);
      expect([how, data]).toMatchObject([how, [{ number }]]);
      noteOpened('number: search and lists');
    }
  });

  it.each(SPELLINGS)('%s is scanned and read by its customer', async (_how, spell) => {
    const { itemId, number } = await world.journey.deposit();
    const scanned = await call('paris', 'POST', '/scan', { code: spell(number), target: 15 });
    expect(scanned.data).toMatchObject({ verdict: 'wrong_stage', item: { id: itemId } });
    noteOpened('number: scan');
    const page = await world.app.inject(
      `/api/rma/currenct/status?${ask({ rma_id: spell(number), phone_last4: '5678' })}`,
    );
    expect([page.statusCode, page.json().data?.length]).toEqual([200, 1]);
  });

  it.each(['5678', '٥٦٧٨', '۵۶۷۸', '５６７８', ' 5678 ', '\u200E5678'])(
    'opens with the four digits %j',
    async (phone_last4) => {
      const { number } = await world.journey.deposit();
      const page = await world.app.inject(`/api/rma/currenct/status?${ask({ rma_id: number, phone_last4 })}`);
      expect([page.statusCode, page.json().data?.length]).toEqual([200, 1]);
    },
  );
});

describe('a phone number', () => {
  it.each([
    '612345678',
    '06 12 34 56 78',
    '+33 6 12 34 56 78',
    '0033612345678',
    '00 33 (0)6 12 34 56 78',
    '０６１２３４５６７８',
    '٠٦١٢٣٤٥٦٧٨',
    '＋３３６１２３４５６７８',
    '06-12-34-56-78',
    '06.12.34.56.78',
  ])('%s is one number at the counter', async (phone) => {
    const { number } = await world.journey.deposit({}, { phone });
    await world.api.world.settle();
    const { data } = await call('paris', 'GET', `/rmalist?${ask({ q: number })}`);
    expect(data).toMatchObject([{ number, phone: '612345678' }]);
  });
});
