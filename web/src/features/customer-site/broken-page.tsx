import { Component, type ReactNode } from 'react';
import type { Translate } from './texts.ts';

export interface BrokenPageProps {
  t: Translate;
  /** What the customer can still tell the shop: the number of the repair, or what their link asked for. */
  number: string | null;
  /** The shop's phone, as far as the page knew it. */
  phone: string | null;
  children: ReactNode;
}

/**
 * Replaces a public page that could not be drawn, for instance because a translator or an extension changed what the
 * page had written: the number of the repair, the shop's phone, and a button that loads the page again.
 */
export class BrokenPage extends Component<BrokenPageProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    const { t, number, phone } = this.props;
    return (
      <div className="cust" data-testid="broken">
        <main>
          <div className="lede stack gap-14 text-center" role="alert">
            {number !== null && (
              <p>
                <bdi translate="no" data-testid="broken-number">
                  {number}
                </bdi>
              </p>
            )}
            <h1>{t('broken.title')}</h1>
            <p className="muted">{t('broken.text')}</p>
            {phone !== null && phone !== '' && (
              <p>
                <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
                  <bdi dir="ltr" translate="no">
                    {phone}
                  </bdi>
                </a>
              </p>
            )}
            <button
              type="button"
              className="lookup-go rounded strong"
              onClick={() => location.reload()}
              data-testid="broken-retry"
            >
              {t('failed.retry')}
            </button>
          </div>
        </main>
      </div>
    );
  }
}
