import { useTranslation } from 'react-i18next';
import { Kbd } from '@atelier/ui/controls/menu.tsx';
import { KEYS } from './keys.ts';
import './keys-list.css';

/** Every key of the product, by where it works. */
export function KeysList() {
  const { t } = useTranslation('palette');
  return (
    <div className="keys-list" data-testid="keys">
      {KEYS.map(({ place, keys }) => (
        <section key={place}>
          <h2 className="keys-place">{t(`keys.${place}.title`)}</h2>
          <dl>
            {keys.map(([combination, name]) => (
              <div key={name} className="row gap-12 between">
                <dt>{t(`keys.${place}.${name}`)}</dt>
                <dd>
                  {combination.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
