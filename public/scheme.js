// Before the first paint, so that a dark scheme never flashes white. A file of its own: no inline script is allowed.
(() => {
  const chosen = localStorage.getItem('color-scheme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  document.documentElement.style.backgroundColor = dark ? '#201e1b' : '#fcfaf6';
})();
