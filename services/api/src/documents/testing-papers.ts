import { createHash } from 'node:crypto';
import type { CustomsLine, PackageHead, Paper } from '@atelier/domain/documents/paper.ts';
import { drawPaper } from './draw-paper.ts';

const HEAD: PackageHead = {
  trackingNumber: '1Z999AA10123456784',
  orderType: 1,
  from: {
    code: 'PAR',
    name: 'Paris Vendôme',
    address: '8 place Vendôme',
    postalCode: '75001',
    city: 'Paris',
    country: 'FR',
  },
  to: {
    code: 'TYO',
    name: '東京 銀座',
    address: '銀座 4-1',
    postalCode: '104-0061',
    city: '東京',
    country: 'JP',
  },
  toCountry: null,
  carrier: 'ناقل دبي',
  sealNumber: 'S-77',
  grossWeight: 1240.5,
  itemCount: 3,
  sentAt: '2026-11-21T10:20:00Z',
};

const LINE: CustomsLine = {
  number: 'PAR-000123',
  sku: 'R0112-YG',
  size: '52',
  name: 'Lune Claire solitaire ring',
  reasons: ['Mise à taille'],
  price: { amount: 290_000, currency: 'EUR' },
  metal: '18k yellow gold',
  hs: '7113.19',
  origin: null,
  netWeight: 3600,
};

const COMMON = { head: HEAD, printedAt: '2026-11-22T09:00:00Z', timeZone: 'Europe/Paris' } as const;

/** A name in each script that papers have to draw. */
export const NAMES_BY_SCRIPT = {
  Korean: '김민준',
  Thai: 'สมชาย ใจดี',
  Hebrew: 'דוד כהן',
  Hindi: 'श्रीकृष्ण शर्मा',
  Armenian: 'Արամ Խաչատրյան',
  Georgian: 'ნინო ბერიძე',
  Greek: 'Γιώργος Παπαδόπουλος',
  Cyrillic: 'Александр Щёголев',
  Bengali: 'শ্রীমতী রহমান',
  Tamil: 'லட்சுமி சுப்ரமணியன்',
  Telugu: 'శ్రీనివాస్ రెడ్డి',
  Gujarati: 'કૃષ્ણા પટેલ',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Kannada: 'ಶ್ರೀನಿವಾಸ ಗೌಡ',
  Malayalam: 'ശ്രീജിത്ത് നായർ',
  Sinhala: 'ශ්‍රීමතී පෙරේරා',
  Lao: 'ສົມພອນ ວົງສາ',
  Khmer: 'សុខ វណ្ណា',
  Myanmar: 'အောင်ဆန်းစုကြည်',
  Ethiopic: 'አበበ ቢቂላ',
} as const;

/** One of each paper, for tests. */
/** One pixel as PNG. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export const PAPERS = {
  'item-labels': {
    kind: 'item-labels',
    size: '62x29',
    labels: [{ number: LINE.number, sku: LINE.sku, size: LINE.size, name: LINE.name, store: '東京 銀座' }],
    copies: 1,
    start: 1,
  },
  'package-label': { kind: 'package-label', size: '100x150', head: HEAD, copies: 1 },
  'packing-list': { kind: 'packing-list', ...COMMON, lines: [LINE, LINE], signature: null },
  'customs-list': { kind: 'customs-list', ...COMMON, lines: [LINE, LINE] },
  'person-file': {
    kind: 'person-file',
    title: 'Everything held about you',
    lines: [
      { caption: '', value: 'PAR-000123 · Paris', isHead: true },
      { caption: 'Client', value: 'Çelik Zoé', isHead: false },
      { caption: 'Text', value: 'عميل 東京 '.repeat(40), isHead: false },
    ],
    printed: '20 Nov 2026',
  },
  'command-sheet': { kind: 'command-sheet' },
  'worker-badge': {
    kind: 'worker-badge',
    badge: { barcode: '0004711', name: 'Mei 梅 Lin', workId: 'W0001', department: '抛光', site: '深圳工坊' },
  },
  handover: {
    kind: 'handover',
    handover: {
      number: 'PAR-000123',
      sku: 'RG-LUN-01',
      size: '52',
      name: 'Bague Lune 指輪 خاتم',
      kind: 'ring',
      reasons: ['Stone missing', 'سن مكسور'],
      result: 'unrepaired',
      steps: ([1, 2, 3, 4, 5, 6] as const).map((progress) => ({
        progress,
        at: `2026-11-2${progress}T10:00:00Z`,
      })),
      loans: [
        {
          description: 'Bague de prêt 銀',
          code: 'LOAN-7',
          value: { amount: 45_000, currency: 'EUR' },
          dueOn: '2026-12-10',
          isBack: true,
        },
        { description: 'سوار', code: '', value: null, dueOn: '2026-12-20', isBack: false },
      ],
      invoice: { number: 'FA-2026-0099', purchasedOn: '2026-01-10' },
      money: { due: 180_00, paid: 300_00, refunded: 100_00, toReturn: 20_00, currency: 'EUR' },
      shop: { ...HEAD.from, phone: '+33 1 23 45 67 89' },
      timeZone: 'Europe/Paris',
      printedAt: '2026-11-26T10:00:00Z',
      proofUrl: 'https://atelier.example/proof/rs-abcdefghijklmnopqrstuv',
      logKey: 'atelier.example/api/log+0a1b2c3d+AT4xDBK3jXw0ZpWqRm6DL7HFqNnK4zQnYy9xVJ9d8QkZ',
    },
  },
  care: {
    kind: 'care',
    care: {
      number: 'PAR-000123',
      name: 'Bague Lune 指輪 خاتم',
      kind: 'ring',
      shop: { ...HEAD.from, phone: '+33 1 23 45 67 89' },
    },
  },
  payment: {
    kind: 'payment',
    receipt: {
      number: 'PAR-204711',
      client: 'Çelik Zoé عميل',
      paidAt: '2026-11-20T10:00:00Z',
      clerk: 'Amélie 梅',
      pieces: [
        {
          number: LINE.number,
          name: 'Bague Lune 指輪 خاتم',
          sku: LINE.sku,
          fee: { amount: 90_000, currency: 'EUR' },
          paid: { amount: 90_000, currency: 'EUR' },
        },
      ],
      parts: [
        {
          means: 'card',
          reference: 'TPE 4711',
          amount: { amount: 60_000, currency: 'EUR' },
          isCorrected: true,
        },
        { means: 'cash', reference: '', amount: { amount: 30_000, currency: 'EUR' }, isCorrected: false },
      ],
      refunds: [
        {
          number: LINE.number,
          means: 'card',
          amount: { amount: 10_000, currency: 'EUR' },
          at: '2026-11-22T10:00:00Z',
        },
      ],
      shop: { ...HEAD.from, phone: '+33 1 23 45 67 89' },
      timeZone: 'Europe/Paris',
      printedAt: '2026-11-26T10:00:00Z',
    },
  },
  receipt: {
    kind: 'receipt',
    receipt: {
      number: 'PAR-100045',
      client: 'Çelik Zoé عميل',
      createdAt: '2026-11-20T10:00:00Z',
      clerk: 'Amélie 梅',
      delivery: 'store',
      pieces: [
        {
          number: LINE.number,
          name: 'Bague Lune 指輪 خاتم',
          sku: LINE.sku,
          size: LINE.size,
          serial: 'A-778812',
          reasons: ['Stone missing', 'سن مكسور'],
          fee: LINE.price,
          paid: { amount: 90_000, currency: 'EUR' },
          weight: 5360,
          inWarranty: false,
          picture: null,
          expected: { likely: '2026-12-12', latest: '2026-12-19' },
          loan: {
            description: 'Bague de prêt 銀',
            code: 'LOAN-7',
            value: { amount: 45_000, currency: 'EUR' },
            dueOn: '2026-12-10',
            isBack: false,
          },
          marks: [{ x: 0.5, y: 0.25, text: 'griffe tordue', isOnPicture: true }],
        },
      ],
      shop: { ...HEAD.from, phone: '+33 1 23 45 67 89' },
      timeZone: 'Europe/Paris',
      signature: null,
      printedAt: '2026-11-20T10:05:00Z',
      pageUrl: 'https://atelier.example/customerStatus?rma_id=rs-abcdefghijklmnopqrstuv',
    },
  },
  'dispute-file': {
    kind: 'dispute-file',
    dispute: {
      number: 'PAR-000123',
      sku: 'RG-LUN-01',
      name: 'Bague Lune',
      madeAt: '2026-11-21T10:20:00.000Z',
      timeZone: 'UTC',
      warranty: {
        inWarranty: false,
        until: '2026-01-10',
        policyVersion: 1,
        extended: false,
        override: { inWarranty: false, reason: 'خاتم 指輪' },
      },
      custody: [
        { kind: 'site', name: '東京 銀座', since: '2026-11-20T10:00:00Z', until: '2026-11-21T10:00:00Z' },
        { kind: 'shipment', name: '1Z999', since: '2026-11-21T10:00:00Z', until: null },
      ],
      timeline: [
        {
          type: 'ItemStatusChanged',
          at: '2026-11-20T10:00:00Z',
          recordedAt: '2026-11-20T13:25:00Z',
          status: 4,
          move: 'rework',
          who: 'Mei 梅',
          words: 'encore',
          money: null,
          linkWay: null,
          atShop: false,
        },
        {
          type: 'ItemLinked',
          at: '2026-11-20T10:00:00Z',
          recordedAt: '2026-11-20T10:00:00Z',
          status: null,
          move: null,
          who: 'system',
          words: '',
          money: { amount: 120_00, currency: 'EUR' },
          linkWay: 'screen',
          atShop: true,
        },
      ],
      signatures: [
        {
          name: 'Anna Rossi',
          at: '2026-11-20T10:00:00Z',
          strokes: [
            [
              [0.1, 0.7, 1],
              [0.4, 0.2, 1],
              [0.8, 0.8, 1],
            ],
          ],
        },
      ],
      pictures: [{ name: 'images/01-deposit.jpg', base64: DOT }],
      files: [{ name: 'images/01-deposit.jpg', sha256: 'a'.repeat(64) }],
      proofUrl: 'https://atelier.example/proof/1a-abcdefghijklmnopqrstuv',
      logKey: 'atelier.example/log+1f2e3d4c+AVOwMDsLQbnyg+b8wAzS0K7s2y4Cqh5d2Xf3q9fWzJpQ',
    },
  },
} as const satisfies Record<Paper['kind'], Paper>;

if (process.argv[2] === 'hashes') {
  const hashes = Object.values(PAPERS).flatMap((paper) =>
    (['fr', 'ja', 'ar'] as const).map(async (language) => {
      const { bytes } = await drawPaper({ paper, language, format: 'png', page: 1 });
      return [`${paper.kind}/${language}`, createHash('sha256').update(bytes).digest('hex')] as const;
    }),
  );
  process.stdout.write(JSON.stringify(Object.fromEntries(await Promise.all(hashes))));
}
