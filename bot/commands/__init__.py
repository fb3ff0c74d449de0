"""What an operator types behind `python -m bot`. A new command is a module here and its entry in `catalogue.py`."""
