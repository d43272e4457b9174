/** A page of the documentation: its HTML has the text; this adds the search and the choice of the theme. */
import '../styles/base.css';
import 'virtual:theme.css';
import '../styles/shell.css';
import './docs.css';
import { render } from 'preact';
import { Header } from '../shell/header.tsx';
import { Search } from './search.tsx';

const top = document.querySelector<HTMLElement>('#top');
if (top !== null) {
  const root = top.dataset['root'] ?? './';
  top.replaceChildren();
  render(
    <Header section="docs" root={root}>
      <Search root={root} />
    </Header>,
    top,
  );
}
