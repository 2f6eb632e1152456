/** Whether this is the static site, which reads files itself, or the page of a server. */
declare const __SITE__: boolean;
