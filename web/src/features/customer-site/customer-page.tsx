import { classNames } from '@atelier/ui/class-names.ts';
import {
  type CollectionFormIssue,
  type CustomerFirstPaint,
  customerCarePath,
  customerMessagesPath,
  customerReceiptPath,
} from '@atelier/contracts/customer-site/first-paint.ts';
import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import { useEffect, useMemo, useState } from 'react';
import { PieceDrawing } from '../../shared/item/piece-image.tsx';
import { Steps } from '@atelier/ui/feedback/steps.tsx';
import { formatsFor } from '@atelier/ui/text/formats.ts';
import type { Language } from '../../lib/i18n/languages.ts';
import { AskAgain } from './ask-again.tsx';
import { CollectSection } from './collect/collect-section.tsx';
import { PickupSection } from './collect/pickup-section.tsx';
import { Facts } from './facts.tsx';
import { PageFoot } from './page-foot.tsx';
import { PageHead } from './page-head.tsx';
import { Pictures } from './pictures.tsx';
import { LookupForm } from './lookup-form.tsx';
import { expectedOf, feeSentenceOf, sentenceOf, sinceOf, stepOf } from './sentence.ts';
import { ShopCard } from './shop-card.tsx';
import type { Lookup } from './status.ts';
import type { Translate } from './texts.ts';
import { useStatus } from './use-status.ts';
import { Words } from './words.tsx';

export interface CustomerPageProps {
  t: Translate;
  language: Language;
  onLanguage: (language: Language) => void;
  /** `rma_id` of the link, or null without one. */
  reference: string | null;
  /** What the server drew the page from. */
  first?: CustomerFirstPaint | undefined;
  /** Called with whatever is shown. */
  onItems?: (items: readonly CustomerStatusView[]) => void;
}

const STEPS = ['1', '2', '3', '4', '5', '6'] as const;
const QUIET_MS = 150;

/** The public page (product/customer-page.md §2): one sentence, six steps, the details. */
export function CustomerPage({ t, language, onLanguage, reference, first, onItems }: CustomerPageProps) {
  const [lookup, setLookup] = useState<Lookup | null>(
    first ? first.lookup : reference ? { rma_id: reference } : null,
  );
  const status = useStatus(lookup, language, first);
  useEffect(() => {
    document.title = `${t('title')} · Atelier`;
  }, [t]);
  useEffect(() => {
    if (status.items) onItems?.(status.items);
  }, [status.items, onItems]);
  return (
    <div className="cust">
      <PageHead t={t} language={language} onLanguage={onLanguage} lookup={lookup} />
      <main>
        {status.items ? (
          <Repair
            items={status.items}
            t={t}
            language={language}
            stale={status.phase === 'failed'}
            lookup={lookup}
            piece={first?.piece ?? 0}
            day={first?.day ?? null}
            issue={first?.issue ?? null}
            onShown={status.show}
          />
        ) : status.phase === 'unknown' ? (
          <LookupForm t={t} language={language} asked={lookup} missed={lookup !== null} onAsk={setLookup} />
        ) : status.phase === 'failed' ? (
          <Failed t={t} language={language} lookup={lookup} onRetry={status.retry} />
        ) : (
          <Waiting />
        )}
      </main>
      <PageFoot t={t} language={language} />
    </div>
  );
}

interface RepairProps {
  items: readonly CustomerStatusView[];
  t: Translate;
  language: Language;
  stale: boolean;
  lookup: Lookup | null;
  /** The piece that is shown at first. */
  piece: number;
  /** The day whose times are shown at first. */
  day: string | null;
  issue: CollectionFormIssue | null;
  onShown: (items: readonly CustomerStatusView[]) => void;
}

function Repair({ items, t, language, stale, lookup, piece, day, issue, onShown }: RepairProps) {
  const [chosen, setChosen] = useState(piece);
  const formats = useMemo(() => formatsFor(language, 'UTC'), [language]);
  const item = items[chosen] ?? items[0];
  if (!item) return null;
  const fee = feeSentenceOf(item, t, formats);
  const expected = expectedOf(item, t, formats);
  const { collection } = item;
  const reference = lookup?.phone_last4 === undefined ? lookup?.rma_id : undefined;
  const at = items.indexOf(item);
  const link =
    reference === undefined ? null : { item, reference, t, language, formats, piece: at, issue, onShown };
  return (
    <>
      {stale && (
        <p className="cust-stale" role="status">
          {t('stale')}
        </p>
      )}
      {items.length > 1 && (
        <Pieces
          items={items}
          chosen={items.indexOf(item)}
          onChoose={setChosen}
          t={t}
          language={language}
          lookup={lookup}
        />
      )}
      <div
        className={classNames('lede stack gap-14 text-center', item.cancelled && 'cust-banner')}
        aria-live="polite"
        data-testid={item.cancelled ? 'cancelled' : 'lede'}
      >
        {!item.cancelled && <span className="rule" aria-hidden />}
        <h1 data-testid="sentence">
          <Words text={sentenceOf(item, t)} language={language} />
        </h1>
        <p className="muted">
          <Words text={sinceOf(item, t, formats)} language={language} />
        </p>
        {fee !== null && (
          <p className="cust-fee" data-testid="fee-waits" data-state={item.fee_waits}>
            <Words text={fee} language={language} />
          </p>
        )}
        {expected !== null && (
          <p className="cust-expected" data-testid="expected" data-kind={item.expected?.kind}>
            <Words text={expected} language={language} />
          </p>
        )}
        {item.delay !== null && (
          <p className="cust-delay" data-testid="delay" data-why={item.delay}>
            <Words text={t(`delay.${item.delay}`, { shop: item.shopName })} language={language} />
          </p>
        )}
        {item.returned && (
          <p data-testid="returned">
            <Words text={t('returnedWhy', { shop: item.shopName })} language={language} />
          </p>
        )}
      </div>
      <div className={item.cancelled ? 'cust-steps off' : 'cust-steps'}>
        <Steps
          label={t('progress')}
          current={item.Progress - 1}
          steps={STEPS.map((step) => ({ key: step, label: stepOf(step, item, t) }))}
        />
      </div>
      {link !== null && collection?.is_ready === true && collection.kind !== 'delivery' && (
        <PickupSection {...link} collection={collection} day={day} />
      )}
      {link !== null && collection !== null && <CollectSection {...link} collection={collection} />}
      <Pictures item={item} t={t} formats={formats} />
      <ShopCard item={item} t={t} language={language} />
      <Facts item={item} t={t} formats={formats} />
      {lookup && !lookup.phone_last4 && (
        <p className="cust-receipt flex wrap">
          <a
            href={customerReceiptPath(lookup.rma_id, language)}
            target="_blank"
            rel="noreferrer"
            data-testid="receipt"
          >
            {t('receipt')}
          </a>
          {hasCare(item) && (
            <a
              href={customerCarePath(lookup.rma_id, items.indexOf(item), language)}
              target="_blank"
              rel="noreferrer"
              data-testid="care"
            >
              {t('care')}
            </a>
          )}
          <a href={customerMessagesPath(lookup.rma_id, language)} data-testid="choose-messages">
            {t('messages')}
          </a>
        </p>
      )}
    </>
  );
}

const CARE_STEP = 5;
/** How it is worn and kept matters once the piece is back. */
const hasCare = ({ Progress, cancelled, returned }: CustomerStatusView): boolean =>
  Progress >= CARE_STEP && !cancelled && !returned;

interface PiecesProps {
  items: readonly CustomerStatusView[];
  chosen: number;
  onChoose: (index: number) => void;
  t: Translate;
  language: Language;
  lookup: Lookup | null;
}

/** The other pieces of the same deposit: the page opens on the first. */
const Pieces = ({ items, chosen, onChoose, t, language, lookup }: PiecesProps) => (
  <nav aria-label={t('pieces')} data-testid="pieces">
    <AskAgain className="cust-pieces flex wrap gap-8" lookup={lookup} language={language}>
      {items.map((item, index) => (
        <button
          key={`${item.RmaID}${item.product_sku}${index}`}
          type="submit"
          name="piece"
          value={index}
          aria-pressed={index === chosen}
          onClick={(event) => {
            event.preventDefault();
            onChoose(index);
          }}
        >
          <PieceDrawing kind={item.product_kind} />
          <span>{item.product_name}</span>
        </button>
      ))}
    </AskAgain>
  </nav>
);

interface FailedProps {
  t: Translate;
  language: Language;
  lookup: Lookup | null;
  onRetry: () => void;
}

const Failed = ({ t, language, lookup, onRetry }: FailedProps) => (
  <div className="lede stack gap-14 text-center" role="alert" data-testid="failed">
    <span className="rule" aria-hidden />
    <h1>{t('failed.title')}</h1>
    <p className="muted">{t('failed.text')}</p>
    <AskAgain lookup={lookup} language={language}>
      <button
        type="submit"
        className="lookup-go rounded strong"
        onClick={(event) => {
          event.preventDefault();
          onRetry();
        }}
      >
        {t('failed.retry')}
      </button>
    </AskAgain>
  </div>
);

/** The geometry that will follow, after 150 ms. */
function Waiting() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={shown ? 'cust-wait on' : 'cust-wait'} aria-busy="true">
      <i className="wide" />
      <i className="bar" />
      <i className="box" />
    </div>
  );
}
