import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import type { Formats } from '@atelier/ui/text/formats.ts';
import type { Translate } from './texts.ts';

export interface PicturesProps {
  item: CustomerStatusView;
  t: Translate;
  formats: Formats;
}

/** What the staff released for the customer (product/images.md §4); each opens large, without a script too. */
export function Pictures({ item: { pictures }, t, formats }: PicturesProps) {
  if (pictures.length === 0) return null;
  const total = formats.number(pictures.length);
  return (
    <section className="cust-pictures stack gap-14" data-testid="pictures">
      <h2>{t('pictures.title')}</h2>
      <ul>
        {pictures.map((src, index) => (
          <li key={src}>
            <a href={src} target="_blank" rel="noreferrer">
              <img
                src={src}
                alt={t('pictures.nth', { n: formats.number(index + 1), total })}
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
