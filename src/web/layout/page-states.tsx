import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PROBLEMS } from '../../domain/kit/problem-codes.ts';
import { t } from '../i18n/i18n.ts';
import { log } from '../log.ts';
import { messageOf, ProblemError } from '../problem-error.ts';
import { PageLoadError } from '../routing/lazy-page.ts';
import { paths } from '../routing/paths.ts';
import { reloadDocument } from '../routing/reload.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LinkButton } from '../ui/link.tsx';

/** Since when the spinner of the document's first paint has been turning, which all later ones go on with. */
const turningSince =
  document.querySelector('.page-spinner > div')?.getAnimations()[0]?.startTime ??
  document.timeline.currentTime;

const inStep = (ring: HTMLElement | null) => {
  for (const animation of ring?.getAnimations() ?? []) animation.startTime = turningSince;
};

/** While the code of a page loads; the document's first paint has the same, see `index.html`. */
export function PageSpinner() {
  return (
    <div className="page-spinner" role="status" aria-label={t('layout.loading')}>
      <div ref={inStep} />
    </div>
  );
}

export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const missing = error instanceof PageLoadError;
  useEffect(() => {
    if (!missing) log.error('A page failed', error);
  }, [missing, error]);
  const retry = () => {
    // Some browsers remember for the document's life that a file did not come, and its name may be an old one.
    if (missing) return reloadDocument();
    reset();
    void router.invalidate();
  };
  return (
    <ErrorState message={missing ? t('error.page') : messageOf(error)} onRetry={retry} headingLevel={1} />
  );
}

interface ReadFailureProps {
  error: unknown;
  onRetry: () => void;
}

/**
 * What a page is about could not be read. What is not there for the reader, or has an address that is no id, will not
 * be by asking again.
 */
export function ReadFailure({ error, onRetry }: ReadFailureProps) {
  const isMissing = error instanceof ProblemError && (error.status === 404 || error.status === 400);
  if (!isMissing) return <ErrorState error={error} onRetry={onRetry} headingLevel={1} />;
  return (
    <EmptyState
      headingLevel={1}
      title={PROBLEMS.not_found.detail}
      action={<LinkButton href={paths.home()}>{t('pages.backHome')}</LinkButton>}
    />
  );
}

export function NotFound() {
  return (
    <EmptyState
      headingLevel={1}
      title={t('pages.notFound')}
      text={t('pages.notFoundText')}
      action={<LinkButton href={paths.home()}>{t('pages.backHome')}</LinkButton>}
    />
  );
}
