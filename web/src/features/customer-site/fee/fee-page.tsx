import { Fact } from '@atelier/ui/layout/fact.tsx';
import type { FeeFirstPaint } from '@atelier/contracts/customer-site/fee-first-paint.ts';
import { FEE_PATH } from '@atelier/domain/repair/item/fee-link-contract.ts';
import type { FeeAskedView } from '@atelier/contracts/repair/fee-link-schema.ts';
import { useEffect, useMemo, useRef } from 'react';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { formatsFor, type Formats } from '@atelier/ui/text/formats.ts';
import { PageFoot } from '../page-foot.tsx';
import { PageHead, type PageHeadProps } from '../page-head.tsx';
import { Words } from '../words.tsx';
import { AnswerForm } from './answer-form.tsx';
import { useAskedFee } from './fee-state.ts';
import './fee.css';

export interface FeePageProps extends PageHeadProps {
  /** The secret of the customer's link. */
  token: string;
  /** What the server drew the page from. */
  first?: FeeFirstPaint | undefined;
}

/** The public page behind a customer's link: what the repair costs, and their answer (product/customer-page.md §6). */
export function FeePage({ token, first, ...head }: FeePageProps) {
  const { t, language } = head;
  const fee = useAskedFee(token, language, first);
  const formats = useMemo(() => formatsFor(language, 'UTC'), [language]);
  const { asked } = fee;
  useEffect(() => {
    document.title = `${t('fee.title')} · Atelier`;
  }, [t]);
  return (
    <div className="cust fee">
      <PageHead {...head} path={`${FEE_PATH}${token}`} />
      <main>
        {asked === null ? (
          <Nothing phase={fee.phase} {...head} />
        ) : asked.standing === 'waiting' ? (
          <Waiting
            token={token}
            first={first}
            asked={asked}
            formats={formats}
            onAnswered={fee.show}
            onEnded={() => void fee.read()}
            {...head}
          />
        ) : (
          <Ended asked={asked} formats={formats} isNew={asked !== first?.asked} {...head} />
        )}
      </main>
      <PageFoot t={t} language={language} />
    </div>
  );
}

function Nothing({ phase, t, language }: PageHeadProps & { phase: string }) {
  if (phase === 'asking') return <div aria-busy="true" />;
  const words = phase === 'unknown' ? 'fee.unknown' : 'failed';
  return (
    <div className="lede stack gap-14 text-center" role="alert" data-testid={`fee-${phase}`}>
      <span className="rule" aria-hidden />
      <h1>
        <Words text={t(`${words}.title`)} language={language} />
      </h1>
      <p className="muted">{t(`${words}.text`)}</p>
    </div>
  );
}

interface AskedProps extends PageHeadProps {
  asked: FeeAskedView;
  formats: Formats;
}

interface WaitingProps extends AskedProps {
  token: string;
  first: FeeFirstPaint | undefined;
  onAnswered: (asked: FeeAskedView) => void;
  onEnded: () => void;
}

function Waiting({ token, first, asked, formats, onAnswered, onEnded, ...head }: WaitingProps) {
  const { t, language } = head;
  const shop = asked.shop_name;
  const amount = formats.money(asked.amount, asked.currency);
  return (
    <>
      <div className="lede stack gap-14 text-center">
        <span className="rule" aria-hidden />
        <h1 data-testid="fee-heading">
          <Words text={t('fee.heading')} language={language} />
        </h1>
        <p className="muted">
          <Words text={t('fee.intro', { shop })} language={language} />
        </p>
      </div>
      <section className="fee-sheet grid gap-24 on-surface">
        <PieceImage
          kind={asked.product_kind}
          src={asked.product_image}
          alt={asked.product_name}
          size={120}
          inSheet
        />
        <dl>
          <Fact label={<bdi translate="no">{asked.number}</bdi>}>{asked.product_name}</Fact>
          {asked.work.length > 0 && (
            <Fact label={t('fee.work')} testId="fee-work">
              {formats.list(asked.work)}
            </Fact>
          )}
          <Fact label={t('fact.fee')}>
            <bdi className="fee-amount" data-testid="fee-amount">
              {amount}
            </bdi>
          </Fact>
        </dl>
      </section>
      <Terms t={t} shop={shop} own={asked.conditions_text} />
      <AnswerForm
        t={t}
        language={language}
        token={token}
        asked={asked}
        amount={amount}
        first={first}
        onAnswered={onAnswered}
        onEnded={onEnded}
      />
    </>
  );
}

const CONDITIONS = ['1', '2', '3'] as const;

interface TermsProps extends Pick<PageHeadProps, 't'> {
  shop: string;
  /** The brand's own conditions, where there are any. */
  own: readonly string[] | null;
}

/** What follows from either answer, and what is signed for. */
const Terms = ({ t, shop, own }: TermsProps) => (
  <section className="fee-terms">
    <div>
      <h2>{t('fee.ifApproved')}</h2>
      <p>{t('fee.approvedThen')}</p>
    </div>
    <div>
      <h2>{t('fee.ifDeclined')}</h2>
      <p>{t('fee.declinedThen', { shop })}</p>
    </div>
    <div data-testid="fee-conditions">
      <h2>{t('fee.conditions.title')}</h2>
      <ul>
        {(own ?? CONDITIONS.map((place) => t(`fee.conditions.${place}`))).map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
    </div>
  </section>
);

/** Why there is nothing to answer. What came of an answer just given takes the focus, so that it is read out. */
function Ended({ asked, formats, isNew, t, language }: AskedProps & { isNew: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const values = {
    amount: formats.money(asked.amount, asked.currency),
    shop: asked.shop_name,
    at: asked.answered_at === null ? '' : formats.dateTimeUtc(asked.answered_at),
  };
  return (
    <div
      className="lede stack gap-14 text-center cust-banner"
      data-testid="fee-ended"
      data-standing={asked.standing}
    >
      <h1 ref={heading} tabIndex={-1}>
        <Words text={t(`fee.ended.${asked.standing}.title`, values)} language={language} />
      </h1>
      <p className="muted">
        <Words text={t(`fee.ended.${asked.standing}.text`, values)} language={language} />
      </p>
      {asked.shop_phone !== '' && (
        <p>
          <a className="fee-phone" href={`tel:${asked.shop_phone.replaceAll(/[^+\d]/g, '')}`}>
            <bdi dir="ltr" translate="no">
              {asked.shop_phone}
            </bdi>
          </a>
        </p>
      )}
    </div>
  );
}
