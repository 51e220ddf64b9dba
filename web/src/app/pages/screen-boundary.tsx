import type { ReactNode } from 'react';
import { Component } from 'react';
import { RouteErrorPage } from './route-error-page.tsx';

interface BoundaryProps {
  /** Another address starts afresh. */
  place: string;
  children: ReactNode;
}
interface BoundaryState {
  brokenAt: string | null;
}

/** Keeps a broken screen from taking the rest with it: menu and header stay, and another screen can be opened. */
export class ScreenBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { brokenAt: null };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { brokenAt: '' };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    if (state.brokenAt === '') return { brokenAt: props.place };
    return state.brokenAt !== null && state.brokenAt !== props.place ? { brokenAt: null } : null;
  }

  override render(): ReactNode {
    return this.state.brokenAt === null ? this.props.children : <RouteErrorPage />;
  }
}
