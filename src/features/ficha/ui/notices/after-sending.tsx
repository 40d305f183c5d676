import { ChangesNotice } from './changes-notice.tsx';
import { Guide } from './guide.tsx';
import { WhyNotice } from './why-notice.tsx';

/** What stands above the form of a project that was sent; a draft does without its code. */
export const AfterSending = () => (
  <>
    <WhyNotice />
    <Guide />
    <ChangesNotice />
  </>
);
