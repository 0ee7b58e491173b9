"""Why a step holds: its links and parts as data, as a sentence, and as drawings for the terminal and in SVG."""
