"""The parts of the HTML report: what is told, how it is drawn, and the page it stands on."""
