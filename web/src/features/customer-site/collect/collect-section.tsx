import { type CollectionFormIssue, COLLECTION_PATH } from '@atelier/contracts/customer-site/first-paint.ts';
import type { CustomerCollection } from '@atelier/contracts/customer-site/collection-schema.ts';
import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import {
  COLLECTION_KINDS,
  type CollectionKind,
} from '@atelier/domain/repair/collection/collection-events.ts';
import type { Formats } from '@atelier/ui/text/formats.ts';
import { useId, useRef, type ReactNode } from 'react';
import type { Language } from '../../../lib/i18n/languages.ts';
import type { Translate } from '../texts.ts';
import { Words } from '../words.tsx';
import { useDecision, type Decided } from './collect-state.ts';
import { LinkForm } from './link-form.tsx';
import './collect.css';

export interface CollectProps extends Decided {
  item: CustomerStatusView;
  collection: CustomerCollection;
  t: Translate;
  language: Language;
  formats: Formats;
  piece: number;
  issue: CollectionFormIssue | null;
}

/** How the piece comes back: what stands, and behind "Change" what else is offered (product/repair.md §20). */
export function CollectSection({
  item,
  collection,
  t,
  language,
  formats,
  piece,
  issue,
  ...link
}: CollectProps) {
  const form = useRef<HTMLDetailsElement>(null);
  const decision = useDecision({ ...link, language }, issue === 'taken' ? null : issue);
  const { kind, shop_id: shopId, can_change: canChange, shops, delivery } = collection;
  const shop = shops.find(({ id }) => id === shopId)?.name ?? item.shopName;
  const hasOthers = shops.length > 0 || delivery !== null || kind !== 'shop';
  const save = async (chosen: CollectionKind, to: number | null) => {
    if ((await decision.choose(chosen, to)) && form.current) form.current.open = false;
  };
  return (
    <section className="collect stack gap-12 on-surface" data-testid="collect" data-kind={kind}>
      <h2>
        <Words text={t('collect.title')} language={language} />
      </h2>
      <p aria-live="polite" data-testid="collect-now">
        <Words text={t(`collect.now.${kind}`, { shop })} language={language} />
      </p>
      {kind !== 'shop' && !item.to_client && (
        <p className="muted">
          <Words
            text={t(`collect.then.${kind}`, { shop: kind === 'delivery' ? item.shopName : shop })}
            language={language}
          />
        </p>
      )}
      <IssueLine issue={decision.issue} t={t} />
      {canChange && hasOthers && (
        <details ref={form} className="collect-change">
          <summary data-testid="collect-change">{t('collect.change')}</summary>
          <LinkForm
            path={COLLECTION_PATH}
            reference={link.reference}
            language={language}
            piece={piece}
            className="collect-form stack gap-12"
            onSubmit={(event) => {
              const data = new FormData(event.currentTarget);
              const chosen = COLLECTION_KINDS.find((each) => each === data.get('kind')) ?? 'shop';
              void save(chosen, chosen === 'other_shop' ? Number(data.get('shop_id')) : null);
            }}
          >
            <Options item={item} collection={collection} t={t} formats={formats} />
            <button
              type="submit"
              className="collect-go"
              aria-disabled={decision.isSending || undefined}
              data-testid="collect-go"
            >
              {t('collect.go')}
            </button>
          </LinkForm>
        </details>
      )}
    </section>
  );
}

type OptionsProps = Pick<CollectProps, 'item' | 'collection' | 't' | 'formats'>;

function Options({ item, collection, t, formats }: OptionsProps) {
  const { kind, shop_id: shopId, shops, delivery } = collection;
  const id = useId();
  return (
    <fieldset className="stack gap-8" key={`${kind} ${shopId ?? ''}`}>
      <legend className="sr-only">{t('collect.title')}</legend>
      <Option kind="shop" chosen={kind}>
        {t('collect.option.shop', { shop: item.home_shop })}
      </Option>
      {shops.length > 0 && (
        <Option kind="other_shop" chosen={kind}>
          <span id={id}>{t('collect.option.other_shop')}</span>
          <select
            name="shop_id"
            defaultValue={shopId ?? shops[0]?.id}
            aria-labelledby={id}
            data-testid="collect-shop"
          >
            {shops.map((shop) => (
              <option key={shop.id} value={shop.id} translate="no">
                {shop.name}
              </option>
            ))}
          </select>
        </Option>
      )}
      {delivery !== null && (
        <Option kind="delivery" chosen={kind}>
          <span>{t('collect.option.delivery')}</span>
          <small className="muted">
            {delivery.fee === 0
              ? t('collect.free')
              : t('collect.fee', { amount: formats.money(delivery.fee, delivery.currency) })}
          </small>
        </Option>
      )}
    </fieldset>
  );
}

interface OptionProps {
  kind: CollectionKind;
  chosen: CollectionKind;
  children: ReactNode;
}

const Option = ({ kind, chosen, children }: OptionProps) => (
  <label className="collect-option">
    <input
      type="radio"
      name="kind"
      value={kind}
      defaultChecked={kind === chosen}
      data-testid={`collect-${kind}`}
    />
    <span className="collect-words">{children}</span>
  </label>
);

/** What kept a decision from being recorded. */
export const IssueLine = ({ issue, t }: { issue: CollectionFormIssue | null; t: Translate }) =>
  issue === null ? null : (
    <p className="lookup-error" role="alert" data-testid="collect-issue">
      {t(`collect.issue.${issue}`)}
    </p>
  );
