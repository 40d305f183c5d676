// Before any other code, in a file of its own as no inline script is allowed.

// Before the first paint, so that a dark scheme never flashes white.
(() => {
  const chosen = localStorage.getItem('color-scheme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  document.documentElement.style.backgroundColor = dark ? '#201e1b' : '#fcfaf6';
})();

// The application's first code did not come: the spinner would turn for ever.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    document.getElementById('root')?.replaceChildren();
    document.getElementById('start-failure')?.removeAttribute('hidden');
  },
  true,
);
