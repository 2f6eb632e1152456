import { render } from 'preact';
import './style.css';
import { App } from './app.js';
import { createLocalBackend } from './local-backend.js';
import { createServerBackend } from './server-backend.js';

const place = document.getElementById('app');
if (place) render(<App backend={__SITE__ ? createLocalBackend() : createServerBackend()} />, place);
