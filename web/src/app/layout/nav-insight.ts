import { ChartLine, Factory, FlaskConical, Gauge, Radar, Scale, Workflow } from 'lucide-react';
import type { NavGroup } from './nav-group.ts';

/** What the history teaches (docs/product/insight.md). */
export const INSIGHT_NAV: NavGroup = {
  key: 'insight',
  label: 'shell:group.insight',
  items: [
    {
      to: '/insight',
      label: 'shell:title.insight',
      permission: 'view home page',
      or: ['operation dashboard', 'audit replay'],
      icon: ChartLine,
    },
    {
      to: '/insight/flow',
      label: 'shell:title.insightFlow',
      permission: 'operation dashboard',
      or: ['audit replay'],
      icon: Factory,
    },
    {
      to: '/insight/process',
      label: 'shell:title.insightProcess',
      permission: 'view home page',
      or: ['operation dashboard', 'audit replay'],
      icon: Workflow,
    },
    {
      to: '/insight/radar',
      label: 'shell:title.insightRadar',
      permission: 'operation dashboard',
      or: ['audit replay'],
      icon: Radar,
    },
    {
      to: '/insight/gold',
      label: 'shell:title.insightGold',
      permission: 'view home page',
      or: ['operation dashboard', 'audit replay'],
      icon: Scale,
    },
    {
      to: '/insight/capacity',
      label: 'shell:title.insightCapacity',
      permission: 'operation dashboard',
      or: ['audit replay'],
      icon: Gauge,
    },
    {
      to: '/insight/what-if',
      label: 'shell:title.insightWhatIf',
      permission: 'audit replay',
      icon: FlaskConical,
    },
  ],
};
