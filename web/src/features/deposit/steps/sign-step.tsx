import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { MarkedPicture } from '../../../shared/marks/marked-picture.tsx';
import { MarkList } from '../../../shared/marks/mark-list.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { reasonsQuery, useReasonName } from '../../../shared/item/reasons.ts';
import type { FormRules } from '../form-issues.ts';
import type { PieceValues, RmaValues } from '../form-values.ts';
import { useExpected } from './expected-of-piece.ts';
import { feeOfPiece, totalFee } from './fee-of-piece.ts';
import { weightWords } from './weight-words.ts';

/** The pad is drawn while the client reads. */
const SignaturePart = lazyPart(() => import('../parts/signature-part.tsx'), 'SignaturePart');

/** What the client leaves here, and the pad to sign for it. */
export function SignStep({ rules }: { rules: () => FormRules }) {
  const { t } = useTranslation(['steps', 'deposit', 'expected']);
  const { getValues } = useFormContext<RmaValues>();
  const format = useStaffFormat();
  const { site } = useSession().view;
  const values = getValues();
  const { today, currency } = rules();
  const due = totalFee(values.items, rules());
  const expected = useExpected(values.items, rules());
  return (
    <div className="sign-step grid at-start">
      <div className="stack">
        <header>
          <h2 className="sign-title">{t('steps:left.title')}</h2>
          <p className="muted">
            <bdi>{fullName(values.firstname, values.lastname)}</bdi> · <bdi>{site?.name}</bdi> ·{' '}
            {format.date(today)}
          </p>
        </header>
        <ul className="left-pieces">
          {values.items.map((piece, index) => (
            // The place is the identity: pieces have no id before they exist.
            // oxlint-disable-next-line react/no-array-index-key
            <LeftPiece key={index} piece={piece} index={index} rules={rules()} />
          ))}
        </ul>
        <dl className="left-terms">
          {expected !== null && (
            <div data-testid="left-expected">
              <dt>{t('expected:label')}</dt>
              <dd>
                {t('expected:range', {
                  likely: format.date(expected.likely),
                  latest: format.date(expected.latest),
                })}
              </dd>
            </div>
          )}
          <div>
            <dt>{t('deposit:field.delivery')}</dt>
            <dd>{t(`deposit:delivery.${values.delivery}`)}</dd>
          </div>
          <div>
            <dt>{t('steps:left.toPay')}</dt>
            <dd className="num">{due === 0 ? t('steps:free') : format.money(due, currency)}</dd>
          </div>
          <div>
            <dt>{t('steps:left.more')}</dt>
            <dd>{t('steps:left.askFirst')}</dd>
          </div>
        </dl>
      </div>
      <div className="stack">
        <Suspense fallback={<Skeleton rows={1} height={240} />}>
          <SignaturePart rules={rules} />
        </Suspense>
        <p className="small muted">{t('steps:left.agree')}</p>
      </div>
    </div>
  );
}

function LeftPiece({ piece, index, rules }: { piece: PieceValues; index: number; rules: FormRules }) {
  const { t } = useTranslation(['steps', 'deposit']);
  const format = useStaffFormat();
  const nameOf = useReasonName(useQuery(reasonsQuery()).data?.data);
  const fee = feeOfPiece(piece, rules);
  const picture = piece.marks[0]?.image ?? piece.images[0];
  const name = piece.product_name || t('deposit:section.piece', { number: index + 1 });
  return (
    <li className="left-piece" data-testid={`left-${index}`}>
      <span className="left-picture">
        {picture === undefined ? (
          <PieceImage kind={piece.product_kind} size={120} />
        ) : (
          <MarkedPicture image={picture} alt={name} marks={piece.marks} />
        )}
      </span>
      <span className="stack gap-5">
        <bdi className="strong size-l">{name}</bdi>
        <bdi className="muted num">
          {[piece.product_size, piece.serial_number].filter(Boolean).join(' · ')}
        </bdi>
        <span>{format.list(piece.reasons.map((id) => nameOf(id, '')))}</span>
        <MarkList marks={piece.marks} testId={`left-marks-${index}`} />
        <span className="row">
          <span className="num strong">{t('steps:grams', { weight: weightWords(piece, format) })}</span>
          {fee !== null && (
            <span className="num strong">
              {fee === 0 ? t('steps:left.inWarranty') : format.money(fee, rules.currency)}
            </span>
          )}
        </span>
      </span>
    </li>
  );
}
