/** A task of a guide, in the order of the page. */
export interface Task {
  /** Its name in the texts and in the address, `/documentation/shop#deposit`. */
  readonly key: string;
  /** The file in `web/public/guides/<lng>`, which `npm run screenshots -- --guides` takes. */
  readonly picture?: string;
  /** Written in `guide-floor.json`, once for all who scan. */
  readonly isShared?: true;
}

export interface Guide {
  readonly key: GuideName;
  readonly tasks: readonly Task[];
}

export const GUIDE_NAMES = [
  'shop',
  'warehouse',
  'factory',
  'admin',
  'auditor',
  'privacy',
  'customer',
] as const;
export type GuideName = (typeof GUIDE_NAMES)[number];

const task = (key: string, picture?: string): Task => ({ key, ...(picture !== undefined && { picture }) });
const OFFLINE: Task = { key: 'offline', picture: 'offline', isShared: true };
const UNDO: Task = { key: 'undo', picture: 'undo', isShared: true };

const TASKS: Readonly<Record<GuideName, readonly Task[]>> = {
  shop: [
    task('deposit', 'deposit'),
    task('pack', 'pack'),
    task('receive', 'receive'),
    task('pickup', 'pickup'),
    task('calls', 'calls'),
    task('thread', 'thread'),
    task('loan', 'loan'),
    task('find', 'find'),
    task('figures', 'figures'),
    OFFLINE,
  ],
  warehouse: [
    task('receive', 'warehouse-receive'),
    task('incoming', 'incoming'),
    task('sav', 'sav'),
    task('forward', 'forward'),
    task('custody', 'custody'),
    UNDO,
    OFFLINE,
  ],
  factory: [
    task('signin', 'signin'),
    task('work', 'work'),
    task('findings', 'findings'),
    task('hold', 'bench-hold'),
    task('bringBack', 'bring-back'),
    task('ship', 'ship'),
    UNDO,
    OFFLINE,
  ],
  admin: [
    task('account', 'account'),
    task('badge', 'badge'),
    task('setting', 'setting'),
    task('clearing', 'clearing'),
    task('jobs', 'jobs'),
    task('backup'),
    task('systems', 'systems'),
    task('figures', 'figures'),
  ],
  auditor: [
    task('activity', 'activity'),
    task('unusual', 'unusual'),
    task('replay', 'replay'),
    task('verify', 'verify'),
    task('export', 'export'),
  ],
  privacy: [
    task('access', 'access'),
    task('erase', 'erase'),
    task('decide', 'decide'),
    task('hold', 'legal-hold'),
    task('retention', 'retention'),
  ],
  customer: [
    task('follow', 'follow'),
    task('fee', 'fee'),
    task('messages', 'messages'),
    task('pickup', 'collect'),
  ],
};

export const GUIDES: readonly Guide[] = GUIDE_NAMES.map((key) => ({ key, tasks: TASKS[key] }));

export const guideNamed = (name: string | undefined): Guide | undefined =>
  GUIDES.find(({ key }) => key === name);

export const pictureAt = (language: string, picture: string): string => `/guides/${language}/${picture}.webp`;
