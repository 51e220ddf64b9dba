import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import type { Language } from '../../../lib/i18n/languages.ts';
import { mapOf } from '../shop-card.tsx';
import type { Translate } from '../texts.ts';
import { Words } from '../words.tsx';

interface PickupCodeProps {
  item: CustomerStatusView;
  /** A picture, dark on white whatever the theme: a scanner reads it. */
  code: string;
  t: Translate;
  language: Language;
}

/** The code of the link, large enough for the counter's scanner, and where to show it. */
export const PickupCode = ({ item, code, t, language }: PickupCodeProps) => (
  <figure className="pickup-code" data-testid="pickup-code">
    <img src={code} alt={t('pickup.codeAlt')} width={220} height={220} />
    <figcaption className="stack gap-5">
      <strong>
        <Words text={t('pickup.code')} language={language} />
      </strong>
      <span className="small muted">
        <bdi translate="no">{item.shopName}</bdi>
        {item.shop.address !== '' && (
          <>
            {' · '}
            <a href={mapOf(item)} target="_blank" rel="noreferrer noopener">
              <bdi translate="no">{item.shop.address}</bdi>
            </a>
          </>
        )}
      </span>
    </figcaption>
  </figure>
);
