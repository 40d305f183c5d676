import { t } from '../../i18n/i18n.ts';
import { useSessionUser } from '../../storage.ts';
import { PageLink } from '../../ui/link.tsx';
import classes from '../layout.module.css';
import { navigationFor } from './navigation.ts';

export function SideNavigation({ onGo }: { onGo?: () => void }) {
  const user = useSessionUser();
  return (
    <nav aria-label={t('layout.navigation')}>
      {navigationFor(user).map(group => (
        <div key={group.title ?? ''}>
          {group.title && <h2 className={classes.groupTitle}>{group.title}</h2>}
          <ul className={classes.group}>
            {group.items.map(({ title, href, icon: Icon }) => (
              <li key={href}>
                <PageLink href={href} className={classes.item} onClick={onGo} exact={href === '/'}>
                  <Icon size={18} stroke={1.75} aria-hidden />
                  {title}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
