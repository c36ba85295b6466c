"""The fixtures: rule texts, examples, walkthroughs and words, read with their line numbers and checked.

Only this part of the engine needs PyYAML; the browser gets the fixtures as JSON and never imports it.
"""
