import { z } from 'zod';

// Written from the text of OCSF 1.8.0 alone: the classes, the activities and attributes of each that security events need, and how
// the numbers follow from each other. It uses nothing of the code that writes the lines.

const CLASSES = {
  3001: { name: 'Account Change', activities: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
  3002: { name: 'Authentication', activities: [1, 2, 3, 4, 5, 6, 7] },
  3004: { name: 'Entity Management', activities: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] },
  3005: { name: 'User Access Management', activities: [1, 2] },
  3006: { name: 'Group Management', activities: [1, 2, 3, 4, 5, 6, 7, 8] },
  6003: { name: 'API Activity', activities: [1, 2, 3, 4] },
  6005: { name: 'Datastore Activity', activities: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
} as const;

const text = z.string().min(1);
const user = z.strictObject({
  uid: text,
  uid_alt: text.optional(),
  name: text.optional(),
  type_id: z.int().min(0).max(4),
});
const named = z
  .strictObject({ name: text.optional(), uid: text.optional() })
  .refine(({ name, uid }) => name ?? uid);
const endpoint = z
  .strictObject({ uid: text.optional(), name: text.optional(), svc_name: text.optional() })
  .refine((each) => Object.keys(each).length > 0);
const general = {
  activity_id: z.int(),
  activity_name: text,
  category_uid: z.int(),
  category_name: z.enum(['Identity & Access Management', 'Application Activity']),
  class_name: text,
  type_uid: z.int(),
  type_name: text,
  severity_id: z.int().min(1).max(6),
  severity: z.enum(['Informational', 'Low', 'Medium', 'High', 'Critical', 'Fatal']),
  status_id: z.int().min(0).max(2),
  status: z.enum(['Unknown', 'Success', 'Failure']),
  status_detail: text.optional(),
  time: z.int().positive(),
  message: text,
  metadata: z.strictObject({
    version: z.literal('1.8.0'),
    uid: text,
    product: z.strictObject({ name: text, vendor_name: text }),
    log_name: text,
    event_code: text,
    correlation_uid: text,
    original_time: text,
    logged_time: z.int().positive(),
    labels: z.array(text).optional(),
  }),
  actor: z.strictObject({ user }),
  src_endpoint: endpoint,
  observables: z.array(z.strictObject({ name: text, type_id: z.int(), value: text })),
  unmapped: z.looseObject({ position: z.int(), stream: text }),
};
const event = z.discriminatedUnion('class_uid', [
  z.strictObject({ class_uid: z.literal(3001), ...general, user }),
  z.strictObject({
    class_uid: z.literal(3002),
    ...general,
    user,
    service: named,
    session: z.strictObject({ uid: text }).optional(),
  }),
  z.strictObject({
    class_uid: z.literal(3004),
    ...general,
    entity: z.strictObject({ uid: text, type: text, type_id: z.int() }),
  }),
  z.strictObject({ class_uid: z.literal(3005), ...general, user, privileges: z.array(text) }),
  z.strictObject({
    class_uid: z.literal(3006),
    ...general,
    group: named,
    privileges: z.array(text).optional(),
  }),
  z.strictObject({ class_uid: z.literal(6003), ...general, api: z.strictObject({ operation: text }) }),
  z.strictObject({ class_uid: z.literal(6005), ...general, table: named, type_id: z.literal(3) }),
]);
type Event = z.infer<typeof event>;

/** What a reader finds: how many of each event of the log, and everything that does not follow. */
export interface OcsfReading {
  readonly counts: ReadonlyMap<string, number>;
  readonly uids: ReadonlySet<string>;
  readonly faults: readonly string[];
}

export function readOcsf(lines: string): OcsfReading {
  const events = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => event.parse(JSON.parse(line)));
  const groups = Map.groupBy(events, ({ metadata }) => metadata.event_code);
  return {
    counts: new Map([...groups].map(([code, all]) => [code, all.length])),
    uids: new Set(events.map(({ metadata }) => metadata.uid)),
    faults: [...new Set(events.flatMap(faultsOf))],
  };
}

function faultsOf(each: Event): readonly string[] {
  const { class_uid: uid, activity_id: activity } = each;
  const { name, activities } = CLASSES[uid];
  const faults: [boolean, string][] = [
    [each.class_name === name, 'the class has another name'],
    [each.category_uid === Math.floor(uid / 1_000), 'the class is of another category'],
    [each.type_uid === uid * 100 + activity, 'the type does not follow from class and activity'],
    [activity === 99 || activities.some((known) => known === activity), 'the class has no such activity'],
    [each.time <= each.metadata.logged_time + 60_000, 'it was recorded before it happened'],
  ];
  return faults.flatMap(([fits, fault]) => (fits ? [] : [`${each.metadata.event_code}: ${fault}`]));
}
