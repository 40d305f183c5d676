import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseSearch } from '../routing/paths.ts';

export interface PageLinkProps {
  className?: string | undefined;
  onClick?: (() => void) | undefined;
  'aria-label'?: string;
  title?: string;
  tabIndex?: number;
  /** An address from `paths`. */
  href: string;
  children?: ReactNode;
  /** Marked as current only on exactly this address, not below it. */
  exact?: boolean;
  /** Says itself whether it is current, where pages differ in what stands after the question mark. */
  current?: boolean;
}

/** A plain link to a screen, without a look of its own. */
export function PageLink({ href, children, exact = true, current, ...rest }: PageLinkProps) {
  const [path = '', query = ''] = href.split('?');
  // `to` and `search` are checked where addresses are built, in `paths`; the router is not registered with the kit.
  return (
    <Link
      to={path}
      search={parseSearch(query)}
      activeOptions={{ exact, includeSearch: current !== undefined }}
      aria-current={current ? 'page' : undefined}
      {...rest}
    >
      {children}
    </Link>
  );
}

type Linked<P> = P & { href: string; children?: ReactNode; className?: string; onClick?: () => void };

/** A link within text. */
export const TextLink = (props: Linked<AnchorProps>) => <Anchor component={PageLink} {...props} />;

/** A link that looks like a button. */
export const LinkButton = (props: Linked<ButtonProps>) => <Button component={PageLink} {...props} />;

/** Goes to an address from `paths`. */
export function useGo() {
  const navigate = useNavigate();
  return (href: string, options: { replace?: boolean } = {}) => void navigate({ href, ...options });
}
