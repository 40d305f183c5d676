import { Center, Loader } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../i18n/i18n.ts';
import { PageLoadError } from '../lazy-page.ts';
import { log } from '../log.ts';
import { paths } from '../paths.ts';
import { messageOf } from '../problem-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LinkButton } from '../ui/link.tsx';

/** Large, in the middle, while the code of a page loads. */
export function PageSpinner() {
  return (
    <Center mih="60dvh" role="status" aria-label={t('layout.loading')}>
      <Loader size={64} />
    </Center>
  );
}

export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const missing = error instanceof PageLoadError;
  useEffect(() => {
    if (!missing) log.error('A page failed', error);
  }, [missing, error]);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <ErrorState message={missing ? t('error.page') : messageOf(error)} onRetry={retry} headingLevel={1} />
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
