import { PICKUP_PATH } from '@atelier/contracts/customer-site/first-paint.ts';
import type { CustomerCollection } from '@atelier/contracts/customer-site/collection-schema.ts';
import { classNames } from '@atelier/ui/class-names.ts';
import { useState } from 'react';
import { AskAgain } from '../ask-again.tsx';
import { Words } from '../words.tsx';
import { IssueLine, type CollectProps } from './collect-section.tsx';
import { useDecision } from './collect-state.ts';
import { LinkForm } from './link-form.tsx';
import { PickupCode } from './pickup-code.tsx';

export interface PickupProps extends CollectProps {
  /** The day whose times are shown at first. */
  day: string | null;
}

/** When the client comes, and the code they show (product/customer-page.md §10). */
export function PickupSection(props: PickupProps) {
  const { item, collection, t, language } = props;
  const { booking } = collection;
  return (
    <section className="pickup-time on-surface" data-testid="pickup-section">
      <div className="stack gap-12">
        <h2>
          <Words text={t(booking === null ? 'pickup.title' : 'pickup.bookedTitle')} language={language} />
        </h2>
        {booking === null ? (
          <p className="muted">
            <Words text={t('pickup.text', { shop: item.shopName })} language={language} />
          </p>
        ) : (
          <Booked booking={booking} {...props} />
        )}
        {booking === null && <Times {...props} />}
      </div>
      <PickupCode item={item} code={collection.code} t={t} language={language} />
    </section>
  );
}

type Booking = NonNullable<CustomerCollection['booking']>;

function Booked({ booking, ...props }: PickupProps & { booking: Booking }) {
  const { t, language, piece, reference, onShown } = props;
  const { book, isSending, issue } = useDecision({ reference, language, onShown }, null);
  const when = { day: props.formats.weekday(booking.day), time: timeOf(booking) };
  return (
    <>
      <p className="pickup-booked" aria-live="polite" data-testid="pickup-booked">
        <Words text={t('pickup.booked', when)} language={language} />
      </p>
      <IssueLine issue={issue} t={t} />
      <details className="collect-change">
        <summary data-testid="pickup-change">{t('pickup.change')}</summary>
        <Times {...props} />
      </details>
      <LinkForm
        path={PICKUP_PATH}
        reference={reference}
        language={language}
        piece={piece}
        onSubmit={() => void book(null)}
      >
        <button
          type="submit"
          name="slot"
          value=""
          className="pickup-cancel"
          aria-disabled={isSending || undefined}
          data-testid="pickup-cancel"
        >
          {t('pickup.cancel')}
        </button>
      </LinkForm>
    </>
  );
}

/** A row of days, and the times of the one that is chosen: a press on a time books it. */
function Times(props: PickupProps) {
  const { collection, t, language, formats, piece, issue, day, reference, onShown } = props;
  const { days } = collection;
  const decision = useDecision({ reference, language, onShown }, issue);
  const [chosen, setChosen] = useState(day);
  const shown = days.find((each) => each.day === chosen) ?? days[0];
  if (shown === undefined) return null;
  return (
    <div className="stack gap-12">
      <AskAgain lookup={{ rma_id: reference }} language={language} className="pickup-days">
        <input type="hidden" name="piece" value={piece} />
        {days.map(({ day: each }) => (
          <button
            key={each}
            type="submit"
            name="day"
            value={each}
            aria-pressed={each === shown.day}
            aria-label={formats.weekday(each)}
            className={classNames('pickup-day', each === shown.day && 'on')}
            onClick={(event) => {
              event.preventDefault();
              setChosen(each);
            }}
            data-testid={`pickup-day-${each}`}
          >
            <small key={language}>{shortDay(each, language)}</small>
            <b>{formats.number(Number(each.slice(8)))}</b>
          </button>
        ))}
      </AskAgain>
      <IssueLine issue={decision.issue} t={t} />
      <LinkForm
        path={PICKUP_PATH}
        reference={reference}
        language={language}
        piece={piece}
        className="stack gap-8"
        onSubmit={(event) => {
          const pressed = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? '';
          const [on = '', from = '', to = ''] = pressed.split(' ');
          void decision.book({ day: on, from, to });
        }}
      >
        <p className="small muted" data-testid="pickup-on">
          <Words text={formats.weekday(shown.day)} language={language} />
        </p>
        <div className="pickup-slots">
          {shown.slots.map(({ from, to }) => (
            <button
              key={`${shown.day} ${from}`}
              type="submit"
              name="slot"
              value={`${shown.day} ${from} ${to}`}
              className="pickup-slot num"
              aria-disabled={decision.isSending || undefined}
              data-testid={`pickup-slot-${from}`}
            >
              <bdi dir="ltr" translate="no">{`${from}–${to}`}</bdi>
            </button>
          ))}
        </div>
      </LinkForm>
    </div>
  );
}

/** No line breaks inside a time. */
const timeOf = ({ from, to }: { from: string; to: string }): string => `${from}\u2060–\u2060${to}`;

const shortDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(day));
