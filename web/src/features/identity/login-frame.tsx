import type { ReactNode } from 'react';

interface LoginFrameProps {
  line: string;
  /** The company's licence notice, or the product's own. */
  licence: string;
  clock?: ReactNode;
  /** What chooses the language, and the form. */
  top?: ReactNode;
  children?: ReactNode;
}

/** The quiet page around the form. The server draws it too, before any script runs (first-paint.server.tsx). */
export const LoginFrame = ({ line, licence, clock, top, children }: LoginFrameProps) => (
  <div className="login columns">
    <aside className="login-art">
      <span className="login-mark">Atelier</span>
      <Drawing />
      <div className="flex at-end between gap-24">
        <p className="login-line">{line}</p>
        {clock}
      </div>
    </aside>
    <main className="login-side">
      <div className="login-top">{top}</div>
      {children ?? <div />}
      <footer className="small faint text-center" dir="auto">
        {licence}
      </footer>
    </main>
  </div>
);

const Drawing = () => (
  <svg className="login-drawing" viewBox="0 0 200 240" fill="none" stroke="currentColor" aria-hidden>
    <circle cx="100" cy="158" r="66" />
    <circle cx="100" cy="158" r="59" />
    <path d="m66 58 12-20h44l12 20-34 40-34-40Zm0 0h68M78 38l10 20 12 40 12-40 10-20M88 58l12-20 12 20" />
    <path d="M82 95c6 5 12 5 18 3 6 2 12 2 18-3" />
  </svg>
);
