import { describe, expect, it } from 'vitest';
import { ADMINISTERED, isAdministered, kindOfChange } from './administered.ts';
import { changeLines, evolveChange, type ChangeState, type LoggedEvent } from './change-lines.ts';

const after = (events: readonly LoggedEvent[]): ChangeState =>
  events.reduce<ChangeState>(evolveChange, new Map());
const at = '2026-11-22T10:00:00.000Z';
const opened: LoggedEvent = {
  type: 'UserOpened',
  data: {
    userId: 7,
    userRef: 'user-7',
    profile: { email: 'nina@demo.test', name: 'Nina', lastName: 'Novak' },
    userType: 'shop',
    siteId: 1,
    roles: ['a'],
    at,
  },
};

describe('what a change made of what', () => {
  it('names every field of a new record, and no ids', () => {
    const fields = changeLines(new Map(), opened).map(({ field }) => field);
    expect(fields).toEqual(['email', 'name', 'lastName', 'userType', 'siteId', 'roles']);
  });

  it('names only what is other than before', () => {
    const moved = { type: 'UserPlaceChanged', data: { userType: 'shop', siteId: 2, roles: ['a'], at } };
    expect(changeLines(after([opened]), moved)).toEqual([{ field: 'siteId', before: 1, after: 2 }]);
    expect(changeLines(after([opened, moved]), moved)).toEqual([]);
  });

  it('knows from the name of an event what it did', () => {
    const gone = { type: 'UserDeactivated', data: { at } };
    expect(changeLines(after([opened]), gone)).toEqual([{ field: 'active', before: true, after: false }]);
    expect(changeLines(after([opened]), { type: 'UserPasswordChanged', data: { at } })).toEqual([]);
  });

  it('says nothing of an erased person', () => {
    const erased = { ...opened, data: { ...opened.data, profile: null } };
    expect(changeLines(new Map(), erased).map(({ field }) => field)).not.toContain('profile');
  });

  it('lists each time a badge was revealed, however often', () => {
    const shown = { type: 'WorkerBadgeRevealed', data: { how: 'shown', at } };
    expect(changeLines(after([shown]), shown)).toEqual([{ field: 'how', before: null, after: 'shown' }]);
  });

  it('names what an endpoint became, without its keys and positions', () => {
    const wishes = { name: 'Stock', url: 'https://stock.test', types: ['fee.paid'], siteId: null, scope: {} };
    const made = {
      type: 'WebhookMade',
      data: { webhookId: 4, ...wishes, keyId: 1, publicKey: 'whpk_x', after: 12, at },
    };
    expect(changeLines(new Map(), made).map(({ field }) => field)).toEqual(['name', 'url', 'types']);
    const changed = { type: 'WebhookChanged', data: { ...wishes, url: 'https://other.test', siteId: 3, at } };
    expect(changeLines(after([made]), changed)).toEqual([
      { field: 'url', before: 'https://stock.test', after: 'https://other.test' },
      { field: 'siteId', before: null, after: 3 },
    ]);
    const rotated = {
      type: 'WebhookKeyRotated',
      data: { keyId: 2, publicKey: 'whpk_y', previousUntil: at, at },
    };
    expect(changeLines(after([made]), rotated)).toEqual([]);
    const off = { type: 'WebhookSwitchedOff', data: { why: 'gone', at } };
    expect(changeLines(after([made, off]), off)).toEqual([{ field: 'why', before: null, after: 'gone' }]);
  });

  it('compares senders and templates of messages with nothing: each is about another shop or language', () => {
    const sender = (name: string, siteId: number | null) => ({
      type: 'MessageSenderChanged',
      data: { siteId, name, address: 'a@maison.test', at },
    });
    const template = {
      type: 'MessageTemplateChanged',
      data: { kind: 'ready', language: 'fr', template: { subject: 'Prête', body: '{{link}}' }, at },
    };
    const history = after([sender('Maison', null), template]);
    expect(changeLines(history, sender('Maison', 3))).toEqual([
      { field: 'siteId', before: null, after: 3 },
      { field: 'name', before: null, after: 'Maison' },
      { field: 'address', before: null, after: 'a@maison.test' },
    ]);
    expect(changeLines(history, template).map(({ field }) => field)).toEqual([
      'kind',
      'language',
      'subject',
      'body',
    ]);
    const own = { ...template, data: { ...template.data, template: null } };
    expect(changeLines(history, own).map(({ field }) => field)).toEqual(['kind', 'language']);
  });

  it('takes a configured value’s past from the event itself', () => {
    const changed = {
      type: 'ConfigValueChanged',
      data: { change: 3, key: 'undo', value: 5, previous: 10, effectiveAt: at, reason: 'shorter', at },
    };
    expect(changeLines(new Map(), changed)).toEqual([{ field: 'value', before: 10, after: 5 }]);
  });

  it('counts what a run cleared, in all its steps, and what an undo brought back', () => {
    const step = (itemIds: number[]) => ({
      type: 'ClearingRunItemsCleared',
      data: { itemIds, skipped: [], at },
    });
    const run = after([step([1, 2]), step([3])]);
    expect(changeLines(run, { type: 'ClearingRunFinished', data: { at } })).toEqual([
      { field: 'cleared', before: null, after: 3 },
    ]);
    const undone = { type: 'ClearingRunUndone', data: { restored: [1, 2], skipped: [{}], reason: 'x', at } };
    expect(changeLines(run, undone)).toEqual([
      { field: 'restored', before: null, after: 2 },
      { field: 'skipped', before: null, after: 1 },
    ]);
  });

  it('takes texts language by language', () => {
    const saved = (fr: string) => ({ type: 'SubReasonSaved', data: { names: { en: 'Clasp', fr }, sort: 1 } });
    expect(changeLines(after([saved('')]), saved('Fermoir'))).toEqual([
      { field: 'names.fr', before: '', after: 'Fermoir' },
    ]);
  });
});

describe('what counts as a change', () => {
  it('is what administrators do, not a failed sign-in or a run’s progress', () => {
    expect(isAdministered('UserOpened')).toBe(true);
    expect(kindOfChange('WorkerBadgeRevealed')).toBe('worker');
    for (const type of [
      'SignInFailed',
      'SignedIn',
      'WorkerSignedOut',
      'ClearingRunItemsCleared',
      'ItemStatusChanged',
      'toString',
    ]) {
      expect(isAdministered(type)).toBe(false);
      expect(() => kindOfChange(type)).toThrow(RangeError);
    }
    expect(ADMINISTERED).toContain('ConfigValueChanged');
  });

  it.each([
    ['account', /^(User|ApiKey)/],
    ['role', /^Role/],
    ['worker_role', /^WorkerRole/],
    ['worker', /^Worker(?!Role)/],
    ['reason', /^Reason/],
    ['sub_reason', /^SubReason/],
    ['config', /^Config/],
    ['clearing', /^ClearingRun/],
  ])('is of the kind %s for every %s', (kind, named) => {
    const ofKind = ADMINISTERED.filter((type) => kindOfChange(type) === kind);
    expect(ofKind).toEqual(ADMINISTERED.filter((type) => named.test(type)));
    expect(ofKind).not.toEqual([]);
  });
});

describe('what is no field of a record', () => {
  it('ids, moments and reasons beside the change', () => {
    const names = [
      'at',
      'by',
      'change',
      'effectiveAt',
      'itemIds',
      'previous',
      'reason',
      'reasonId',
      'roleId',
      'runId',
    ];
    const more = ['scheduled', 'subReasonId', 'userId', 'userRef', 'value', 'workerId', 'workerRef'];
    const data = Object.fromEntries([...names, ...more].map((name) => [name, 1]));
    expect(changeLines(new Map(), { type: 'SomethingChanged', data })).toEqual([]);
  });
});

describe('what each event says again', () => {
  it.each(['how', 'restored', 'skipped'])('is shown again though it is the same: %s', (field) => {
    const event: LoggedEvent = { type: 'SomethingDone', data: { [field]: ['a'], at } };
    const [line] = changeLines(after([event]), event);
    expect(line).toMatchObject({ field, before: null });
  });
});

describe('a field that held nothing', () => {
  const changed = (note: null | '' | 'x' | never[]): LoggedEvent => ({
    type: 'NoteChanged',
    data: { note, at },
  });

  it.each([
    [null, ''],
    ['', []],
    [[], null],
  ] as const)('is not changed from %j to %j', (before, now) => {
    expect(changeLines(after([changed(before as null)]), changed(now as null))).toEqual([]);
  });

  it('is changed once it holds something, and once it no longer does', () => {
    expect(changeLines(after([changed('')]), changed('x'))).toEqual([
      { field: 'note', before: '', after: 'x' },
    ]);
    expect(changeLines(after([changed('x')]), changed(null))).toEqual([
      { field: 'note', before: 'x', after: null },
    ]);
  });
});

describe('a record in use from its first event', () => {
  const used = (type: string, gone: string): unknown =>
    changeLines(after([{ type, data: { at } }]), { type: gone, data: { at } });

  it.each([
    ['UserOpened', 'UserDeactivated'],
    ['WorkerRegistered', 'WorkerDeactivated'],
  ])('%s, then %s', (born, gone) => {
    expect(used(born, gone)).toEqual([{ field: 'active', before: true, after: false }]);
  });

  it('comes back into use', () => {
    for (const kind of ['User', 'Worker'])
      expect(used(`${kind}Deactivated`, `${kind}Reactivated`)).toEqual([
        { field: 'active', before: false, after: true },
      ]);
  });
});
