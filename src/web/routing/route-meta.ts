import '@tanstack/react-router';
import type { KindSlug } from '../../domain/kinds/slugs.ts';

/** What every route says about itself. */
export interface RouteMeta {
  /** First part of the page title, and the last step of the breadcrumb. */
  title: string;
  /** Open to people who are not signed in. */
  anonymous?: boolean;
  /** Besides the token, the provider's own account is made sure of before entry. */
  requiresAuth?: boolean;
  /** Address to go to after a popup logout that started here. */
  logoutFallback?: string;
  /** Kind of project the page is about. */
  kind?: KindSlug;
  /** Steps of the breadcrumb between home and this page. */
  parents?: readonly { title: string; href?: string }[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteMeta {}
}
