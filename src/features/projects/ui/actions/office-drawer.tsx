import type { OfficeOffer } from './action-buttons.tsx';
import { EarlyReportDrawer, OpenSectionsDrawer } from './allowance-drawers.tsx';
import { ExtendDrawer } from './extend-drawer.tsx';

const DRAWERS: Record<OfficeOffer, (props: { onClose: () => void }) => React.ReactNode> = {
  extendDue: ExtendDrawer,
  openSections: OpenSectionsDrawer,
  earlyReport: EarlyReportDrawer,
};

/** What the office allows besides the steps. */
export function OfficeDrawer({ of, onClose }: { of: OfficeOffer; onClose: () => void }) {
  const Drawer = DRAWERS[of];
  return <Drawer onClose={onClose} />;
}
